import Text

/// An element of an XML document, as manifests need it.
struct StreamManifestElement {
  var name: String
  private var attributes: [(name: String, value: String)] = []
  private var text: String?
  private var children: [StreamManifestElement] = []

  /// - Parameter attributes: the attributes; those without a value are left out.
  init(
    _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text: String? = nil,
    _ children: [StreamManifestElement] = []
  ) {
    self.name = name
    self.text = text
    self.children = children
    add(attributes)
  }

  mutating func append(_ child: StreamManifestElement) { children.append(child) }

  /// Inserts an element before the others.
  mutating func insert(_ child: StreamManifestElement) { children.insert(child, at: 0) }

  /// Adds attributes that have a value.
  mutating func add(_ more: KeyValuePairs<String, String?>) {
    attributes += more.compactMap { name, value in value.map { (name, $0) } }
  }

  /// The document that has it as its only element.
  var document: String {
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    write(to: &lines, indent: "")
    return lines.joined(separator: "\n") + "\n"
  }

  private func write(to lines: inout [String], indent: String) {
    let start =
      indent + "<" + name + attributes.map { " \($0.name)=\"\(markup($0.value))\"" }.joined()
    guard !children.isEmpty else {
      lines.append(text.map { "\(start)>\(markup($0))</\(name)>" } ?? "\(start)/>")
      return
    }
    lines.append(start + ">")
    for child in children { child.write(to: &lines, indent: indent + "  ") }
    lines.append("\(indent)</\(name)>")
  }
}
