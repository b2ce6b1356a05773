/// One thing that a summary says: for a program under a key, for a person behind a label.
public struct ReportEntry: Sendable {
  public var key: String
  /// Empty for what is only of use to programs.
  public var label: String
  public var value: ReportValue
  /// The value in words; lines of a list, one below the other.
  public var text: [String]

  public init(_ key: String, _ label: String, _ value: ReportValue, text: [String]) {
    self.key = key
    self.label = label
    self.value = value
    self.text = text
  }

  public init(_ key: String, _ label: String, _ value: ReportValue, _ text: String) {
    self.init(key, label, value, text: [text])
  }

  public init(_ key: String, _ label: String, _ text: String) {
    self.init(key, label, .string(text), text: [text])
  }
}

/// A value of JSON.
public enum ReportValue: Sendable {
  case string(String)
  case int(Int)
  case double(Double)
  case bool(Bool)
  case array([ReportValue])
  /// In order; values that are nil are left out.
  case object([(String, ReportValue?)])

  public static func size(_ width: Int, _ height: Int) -> ReportValue {
    .object([("width", .int(width)), ("height", .int(height))])
  }

  public func write(to json: inout JSONWriter) {
    switch self {
    case .string(let value): json.string(value)
    case .int(let value): json.integer(value)
    case .double(let value): json.number(value)
    case .bool(let value): json.bool(value)
    case .array(let values):
      json.open(.array)
      for value in values { value.write(to: &json) }
      json.close(.array)
    case .object(let members):
      json.open(.object)
      for (key, value) in members {
        guard let value else { continue }
        json.key(key)
        value.write(to: &json)
      }
      json.close(.object)
    }
  }
}

extension ReportValue? {
  static func string(_ value: String?) -> ReportValue? { value.map { .string($0) } }
  static func int(_ value: Int?) -> ReportValue? { value.map { .int($0) } }
  static func double(_ value: Double?) -> ReportValue? { value.map { .double($0) } }
}
