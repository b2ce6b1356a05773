import FieldCoding

/// Writes JSON (RFC 8259) as it is produced, so that a dump of any size needs no tree in memory.
///
/// Text is passed to the output in large pieces, the last of them when the outermost bracket is closed.
public struct JSONWriter {
  private let output: TextOutput
  private var pending: [UInt8] = []
  /// Whether each open array or object has an element already.
  private var hasElement: [Bool] = []
  private var isAfterKey = false

  /// Writes one document to `output`.
  public init(_ output: TextOutput) { self.output = output }

  /// Writes the comma before an element.
  private mutating func separate() {
    if isAfterKey {
      isAfterKey = false
      return
    }
    guard let last = hasElement.indices.last else { return }
    if hasElement[last] { pending.append(UInt8(ascii: ",")) } else { hasElement[last] = true }
  }

  private mutating func handOn(above limit: Int) {
    guard pending.count > limit else { return }
    output.put(pending)
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes a piece of the document unchanged, up to where a value follows. Such pieces have to close their own
  /// brackets.
  package mutating func verbatim(_ text: String, startsElement: Bool = false) {
    if startsElement { separate() }
    pending.append(contentsOf: text.utf8)
    isAfterKey = true
  }

  /// The last piece of an element.
  package mutating func endElement(_ text: String) {
    pending.append(contentsOf: text.utf8)
    isAfterKey = false
    handOn(above: TextOutput.room)
  }

  /// Opens an object or an array, as an element of the object or array that is open.
  public mutating func open(_ bracket: Bracket) {
    separate()
    pending.append(bracket == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
    hasElement.append(false)
  }

  /// Closes the last open bracket; the outermost one passes everything on to the output.
  public mutating func close(_ bracket: Bracket) {
    hasElement.removeLast()
    pending.append(bracket == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    handOn(above: hasElement.isEmpty ? 0 : TextOutput.room)
  }

  /// What holds other values: `{}` or `[]`.
  public enum Bracket: Sendable { case object, array }

  /// Writes the name of a member of the open object. Its value has to follow.
  public mutating func key(_ name: String) {
    string(name)
    pending.append(UInt8(ascii: ":"))
    isAfterKey = true
  }

  /// Writes a string, with the escapes of RFC 8259 §7. Characters that steer a terminal, or change the order of the text
  /// around them, are escaped as well.
  public mutating func string(_ value: String) {
    separate()
    pending.append(UInt8(ascii: "\""))
    if JSONWriter.needsEscapes(value) {
      pending.append(contentsOf: JSONWriter.escaped(value).utf8)
    } else {
      pending.append(contentsOf: value.utf8)
    }
    pending.append(UInt8(ascii: "\""))
  }

  /// Writes a whole number.
  @inlinable
  public mutating func integer(_ value: some FixedWidthInteger) {
    integer(isNegative: value < 0, magnitude: UInt64(value.magnitude))
  }

  @usableFromInline
  mutating func integer(isNegative: Bool, magnitude: UInt64) {
    separate()
    if isNegative { pending.append(UInt8(ascii: "-")) }
    pending.append(decimal: magnitude)
  }

  /// Writes an element in which only the numbers change.
  package mutating func element(_ line: NumberRowWriter, index: Int, row: [Int64]) {
    separate()
    pending.append(line, index: index, row: row)
    handOn(above: TextOutput.room)
  }

  /// Bytes as a string of hexadecimal digits.
  @inlinable
  public mutating func hex(_ bytes: some Sequence<UInt8>) {
    beginHex()
    for byte in bytes { append(hex: byte) }
    endHex()
  }

  @usableFromInline
  mutating func beginHex() {
    separate()
    pending.append(UInt8(ascii: "\""))
  }

  @usableFromInline
  mutating func append(hex byte: UInt8) {
    pending.append(hex: byte)
    handOn(above: TextOutput.room)
  }

  @usableFromInline
  mutating func endHex() { pending.append(UInt8(ascii: "\"")) }

  /// Writes `true` or `false`.
  public mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }
  /// Writes `null`.
  public mutating func null() { raw("null") }
  /// Writes a number. JSON has no infinities and no NaN: they become null.
  public mutating func number(_ value: Double) { raw(value.isFinite ? "\(value)" : "null") }

  private mutating func raw(_ text: String) {
    separate()
    pending.append(contentsOf: text.utf8)
  }

  private static func needsEscapes(_ text: String) -> Bool {
    let utf8 = text.utf8.span
    for index in utf8.indices {
      let byte = utf8[index]
      if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        return true
      }
    }
    return false
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      case _ where scalar.isShown: escaped.unicodeScalars.append(scalar)
      default:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return escaped
  }
}

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
