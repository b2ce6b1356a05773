/// A value of JSON (RFC 8259), as lines of a manifest have it.
enum JSONValue: Equatable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Nil if the bytes are not one value: so is a line of which a part was not written.
  init?(_ bytes: some Collection<UInt8>) {
    var reader = JSONReader(bytes: Array(bytes))
    guard let value = reader.value(depth: 0), reader.isAtEnd else { return nil }
    self = value
  }

  subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var string: String? { if case .string(let value) = self { value } else { nil } }
  var int: Int? { if case .int(let value) = self { value } else { nil } }
  var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

  var double: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}

/// Reads JSON from bytes, of which any may be wrong.
private struct JSONReader {
  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return next == nil
    }
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      position += 1
    }
  }

  private mutating func take(_ byte: Character) -> Bool {
    skipSpace()
    guard next == byte.asciiValue else { return false }
    position += 1
    return true
  }

  /// - Parameter depth: what opens brackets without end is no manifest.
  mutating func value(depth: Int) -> JSONValue? {
    skipSpace()
    guard depth < 32 else { return nil }
    switch next {
    case UInt8(ascii: "{"): return object(depth)
    case UInt8(ascii: "["): return array(depth)
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): return word("true", .bool(true))
    case UInt8(ascii: "f"): return word("false", .bool(false))
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  private mutating func object(_ depth: Int) -> JSONValue? {
    position += 1
    var members: [String: JSONValue] = [:]
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\""), let key = string(), take(":"),
        let value = value(depth: depth + 1)
      else { return nil }
      members[key] = value
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func array(_ depth: Int) -> JSONValue? {
    position += 1
    var values: [JSONValue] = []
    if take("]") { return .array(values) }
    repeat {
      guard let value = value(depth: depth + 1) else { return nil }
      values.append(value)
    } while take(",")
    return take("]") ? .array(values) : nil
  }

  private mutating func word(_ text: StaticString, _ value: JSONValue) -> JSONValue? {
    let word = Array("\(text)".utf8)
    guard bytes[position...].starts(with: word) else { return nil }
    position += word.count
    return value
  }

  private mutating func number() -> JSONValue? {
    let start = position
    while let byte = next, "+-.0123456789eE".utf8.contains(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if let int = Int(text) { return .int(int) }
    return Double(text).map { .double($0) }
  }

  private mutating func string() -> String? {
    position += 1
    var text: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text += Array(String(scalar).utf8)
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"):
      guard let first = unit() else { return nil }
      guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(UInt32(first)) }
      guard bytes[position...].starts(with: Array("\\u".utf8)) else { return nil }
      position += 2
      guard let second = unit(), UTF16.isTrailSurrogate(second) else { return nil }
      return UTF16.decode(UTF16.EncodedScalar([first, second]))
    default: return nil
    }
  }

  private mutating func unit() -> UInt16? {
    guard position + 4 <= bytes.count else { return nil }
    let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
    guard !digits.hasPrefix("+"), let unit = UInt16(digits, radix: 16) else { return nil }
    position += 4
    return unit
  }
}
