/// A value of JSON.
public enum JSONValue: Sendable {
  case string(String)
  case int(Int)
  case double(Double)
  case bool(Bool)
  case array([JSONValue])
  /// In order; values that are nil are left out.
  case object([(String, JSONValue?)])

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

extension JSONValue? {
  public static func string(_ value: String?) -> JSONValue? { value.map { .string($0) } }
  public static func int(_ value: Int?) -> JSONValue? { value.map { .int($0) } }
  public static func double(_ value: Double?) -> JSONValue? { value.map { .double($0) } }
}
