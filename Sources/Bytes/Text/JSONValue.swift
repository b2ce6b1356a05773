/// A value of JSON.
public enum JSONValue: Sendable {
  /// Text, which is escaped when it is written.
  case string(String)
  /// A whole number.
  case int(Int)
  /// A number, written with as many digits as tell it from others; null if it is infinite or no
  /// number.
  case double(Double)
  /// `true` or `false`.
  case bool(Bool)
  /// Values in order.
  case array([JSONValue])
  /// Members in order; those whose value is nil are left out.
  case object([(String, JSONValue?)])

  /// Writes the value at the writer's position: as an element of an array, or after a key.
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

extension JSONValue {
  /// Writes the value as a separate line.
  package func writeLine(to output: TextOutput) {
    var json = JSONWriter(output)
    write(to: &json)
    output.line()
  }

  /// The value as a line, with its end.
  package var line: [UInt8] {
    var bytes: [UInt8] = []
    let output = TextOutput { bytes += $0 }
    writeLine(to: output)
    output.flush()
    return bytes
  }
}

extension JSONValue? {
  /// A string; nil for nil.
  public static func string(_ value: String?) -> JSONValue? { value.map { .string($0) } }
  /// A whole number; nil for nil.
  public static func int(_ value: Int?) -> JSONValue? { value.map { .int($0) } }
  /// A number; nil for nil.
  public static func double(_ value: Double?) -> JSONValue? { value.map { .double($0) } }
}
