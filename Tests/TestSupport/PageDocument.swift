public import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A page or a drawing as a parser of XML reads it, which we did not write.
public final class PageDocument: NSObject {
  /// An element, with all text in it.
  public struct Element {
    public var name: String
    public var attributes: [String: String]
    public var text = ""

    /// Whether it has a class of a style sheet.
    public func has(_ name: String) -> Bool {
      attributes["class", default: ""].split(separator: " ").contains(Substring(name))
    }
  }

  /// The elements in the order in which they start.
  public private(set) var elements: [Element] = []
  private var open: [Int] = []

  /// Why a document is none.
  public struct Malformed: Error {
    public var message: String
  }

  /// Throws if the document is not well-formed.
  public init(_ data: Data) throws {
    super.init()
    let reader = Reader(self)
    let parser = XMLParser(data: data)
    parser.delegate = reader
    guard parser.parse() else {
      throw Malformed(message: "\(parser.lineNumber): \(parser.parserError.map { "\($0)" } ?? "")")
    }
  }

  private final class Reader: NSObject, XMLParserDelegate {
    private let document: PageDocument
    init(_ document: PageDocument) { self.document = document }

    func parser(
      _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
      qualifiedName qName: String?, attributes attributeDict: [String: String]
    ) {
      document.open.append(document.elements.count)
      document.elements.append(Element(name: elementName, attributes: attributeDict))
    }

    func parser(
      _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
      qualifiedName qName: String?
    ) {
      guard let ended = document.open.popLast(), let outer = document.open.last else { return }
      document.elements[outer].text += document.elements[ended].text
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      guard let last = document.open.last else { return }
      document.elements[last].text += string
    }
  }

  /// The elements of a name.
  public func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }
  /// The elements of a class.
  public func all(class name: String) -> [Element] { elements.filter { $0.has(name) } }
  /// All text.
  public var text: String { elements.first?.text ?? "" }
}
