public import Text

/// An entry of a summary: a key and a value for programs, a label and a text for people.
public struct ReportEntry: Sendable {
  /// The name of the member of the JSON document.
  public var key: String
  /// The label; empty for an entry that is only for programs.
  public var label: String
  /// The value for programs.
  public var value: JSONValue
  /// The value as text: the lines of a list.
  public var text: [String]

  /// An entry whose text is several lines.
  public init(_ key: String, _ label: String, _ value: JSONValue, text: [String]) {
    self.key = key
    self.label = label
    self.value = value
    self.text = text
  }

  /// An entry whose text is one line.
  public init(_ key: String, _ label: String, _ value: JSONValue, _ text: String) {
    self.init(key, label, value, text: [text])
  }

  /// An entry whose value is its text.
  public init(_ key: String, _ label: String, _ text: String) {
    self.init(key, label, .string(text), text: [text])
  }
}

extension JSONValue {
  static func size(_ width: Int, _ height: Int) -> JSONValue {
    .object([("width", .int(width)), ("height", .int(height))])
  }
}
