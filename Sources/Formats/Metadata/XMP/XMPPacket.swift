/// An XMP packet: elements and attributes with the positions of their bytes (ISO 16684-1 §7).
///
/// So a property can be changed or removed while all other bytes stay the same.
public struct XMPPacket: Sendable {
  /// The whole given packet.
  public let bytes: [UInt8]
  /// The elements in the order of their start tags; the first is the outermost.
  package let elements: [Element]
  /// Texts that are in no element, which XML does not allow.
  let outside: [Range<Int>]

  package struct Name: Hashable, Sendable {
    /// The namespace URI of the prefix; empty without one.
    package var namespace: String
    package var local: String
  }

  package struct Attribute: Sendable {
    package var name: Name
    /// The stretch from the white space before it to its closing quote.
    var range: Range<Int>
    /// The stretch between the quotes.
    package var value: Range<Int>
  }

  package struct Element: Sendable {
    package var name: Name
    package var attributes: [Attribute]
    package var parent: Int?
    /// The stretch from the start tag's first byte to the end tag's last.
    package var range: Range<Int>
    /// The stretch between the tags; nil for an empty-element tag.
    package var content: Range<Int>?
    var hasChildren = false
  }

  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  static let namespaces = "http://www.w3.org/2000/xmlns/"

  /// Reads a packet. Nil if the bytes are not well-formed XML in UTF-8, or have a document type:
  /// XMP has none.
  public init?(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    var scanner = XMPScanner(bytes)
    guard let elements = scanner.scan(), !elements.isEmpty else { return nil }
    self.init(bytes, elements, outside: scanner.outside)
  }

  init(_ bytes: [UInt8], _ elements: [Element], outside: [Range<Int>]) {
    self.bytes = bytes
    self.elements = elements
    self.outside = outside
  }

  /// The position of the first XML error in a document; nil if the scanner finds none.
  package static func malformedByte(in bytes: some Collection<UInt8>) -> Int? {
    var scanner = XMPScanner(Array(bytes))
    return scanner.scan() == nil ? scanner.position : nil
  }

  /// A property of the resource that the packet describes (ISO 16684-1 §7.4): an attribute or an
  /// element of a description.
  struct Property: Sendable {
    var name: Name
    /// The element that has it.
    var description: Int
    var range: Range<Int>
    /// The stretch of a simple value; nil for any other.
    var value: Range<Int>?
  }

  /// The element `rdf:RDF`.
  var root: Int? { elements.firstIndex { $0.name == Name(namespace: XMPPacket.rdf, local: "RDF") } }

  /// The descriptions in ``root``.
  var descriptions: [Int] {
    guard let root else { return [] }
    return elements.indices.filter {
      elements[$0].parent == root
        && elements[$0].name == Name(namespace: XMPPacket.rdf, local: "Description")
    }
  }

  var properties: [Property] {
    let descriptions = Set(descriptions)
    var properties: [Property] = []
    for (index, element) in elements.enumerated() {
      if descriptions.contains(index) {
        for attribute in element.attributes where attribute.isProperty {
          properties.append(
            Property(
              name: attribute.name, description: index, range: attribute.range,
              value: attribute.value))
        }
      } else if let parent = element.parent, descriptions.contains(parent) {
        properties.append(
          Property(
            name: element.name, description: parent, range: element.range,
            value: element.hasChildren ? nil : element.content))
      }
    }
    return properties
  }

  /// The removals for some properties: these, and descriptions that become empty.
  func removals(where isStale: (Name) -> Bool) -> [Range<Int>] {
    let properties = properties
    let kept = Set(properties.filter { !isStale($0.name) }.map(\.description))
    let stale = properties.filter { isStale($0.name) }
    let emptied = Set(stale.map(\.description)).subtracting(kept)
    return stale.filter { kept.contains($0.description) }.map(\.range)
      + emptied.map { elements[$0].range }
  }

  struct Edit {
    var range: Range<Int>
    var bytes: [UInt8] = []

    /// At the same offset, insertions come before removals, and larger parts before smaller ones.
    fileprivate var order: (Int, Int) {
      (range.lowerBound, range.isEmpty ? Int.min : -range.count)
    }
  }

  /// The packet with some of its parts replaced. Edits inside a replaced part are dropped.
  func applying(_ edits: [Edit]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for edit in edits.sorted(by: { $0.order < $1.order }) where edit.range.lowerBound >= position {
      result += bytes[position..<edit.range.lowerBound]
      result += edit.bytes
      position = edit.range.upperBound
    }
    return result + bytes[position...]
  }
}

extension XMPPacket.Attribute {
  /// Whether the attribute belongs neither to XML itself nor to RDF.
  var isProperty: Bool {
    ![XMPPacket.namespaces, XMPPacket.rdf, "http://www.w3.org/XML/1998/namespace", ""]
      .contains(name.namespace)
  }
}
