import FieldCoding

/// A piece of HTML or SVG, which is also well-formed XML.
///
/// Names of elements and attributes are those of the program; all other data is text or the value of an attribute, and
/// cannot start a tag.
///
///     page.element("p", ["class": "note"]) {
///       $0.text("The name is ")
///       $0.name(file.name)
///     }
public struct Markup: Sendable {
  private var bytes: [UInt8] = []

  /// Attributes in order, without those whose value is nil.
  public typealias Attributes = KeyValuePairs<StaticString, String?>

  /// A piece that has nothing in it.
  public init() {}

  /// The piece that `write` writes.
  public init(_ write: (inout Markup) -> Void) { write(&self) }

  /// The size in bytes of UTF-8.
  public var byteCount: Int { bytes.count }

  /// Adds text. Characters that control, or turn the direction of text, become visible.
  public mutating func text(_ text: String) { bytes += markup(text).utf8 }

  /// Adds a text from the file. Text that is written from right to left does not change the direction of
  /// the text around it.
  public mutating func name(_ name: String) { element("bdi", name) }

  /// Adds an element with what `write` puts in it.
  public mutating func element(
    _ name: StaticString, _ attributes: Attributes = [:], _ write: (inout Markup) -> Void
  ) {
    open(name, attributes)
    bytes.append(UInt8(ascii: ">"))
    write(&self)
    bytes += "</\(name)>".utf8
  }

  /// Adds an element with text in it.
  public mutating func element(_ name: StaticString, _ attributes: Attributes, _ text: String) {
    element(name, attributes) { $0.text(text) }
  }

  /// Adds an element with text in it, and without attributes.
  public mutating func element(_ name: StaticString, _ text: String) {
    element(name, [:], text)
  }

  /// Adds an element that has nothing in it: a shape of SVG, or one of those that HTML never closes, as
  /// `img`, `br` and `meta`.
  public mutating func empty(_ name: StaticString, _ attributes: Attributes = [:]) {
    open(name, attributes)
    bytes += "/>".utf8
  }

  /// Adds another piece.
  public mutating func add(_ other: Markup) { bytes += other.bytes }

  /// Adds a line feed, for readers of the source.
  public mutating func line() { bytes.append(UInt8(ascii: "\n")) }

  /// Adds text of the program without escapes: a style sheet or a script, without `<` and `&`.
  mutating func verbatim(_ text: some CustomStringConvertible) {
    bytes += text.description.utf8
  }

  private mutating func open(_ name: StaticString, _ attributes: Attributes) {
    bytes += "<\(name)".utf8
    for (name, value) in attributes {
      guard let value else { continue }
      bytes += " \(name)=\"".utf8
      bytes += markup(value).utf8
      bytes.append(UInt8(ascii: "\""))
    }
  }

  fileprivate func write(to output: TextOutput) { output.put(bytes) }
}

extension TextOutput {
  /// Adds a piece of a page.
  public func put(_ markup: Markup) { markup.write(to: self) }
}

/// Text escaped for elements and attributes of HTML and XML: no text can start a tag.
///
/// Control characters become visible, because HTML and XML do not allow them.
package func markup(_ text: String) -> String {
  var result = ""
  for scalar in printable(text).unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension Markup {
  /// Adds the colours, and then rules.
  mutating func style(_ sheets: [StyleSheet]) {
    element("style") { style in
      style.verbatim(Palette.properties)
      for sheet in sheets { style.verbatim(sheet.rules) }
    }
  }
}
