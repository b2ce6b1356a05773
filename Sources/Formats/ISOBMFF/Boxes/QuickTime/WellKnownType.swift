/// The types that values of metadata can have (QuickTime File Format: Well-known types).
public enum WellKnownType {
  public static let names: ValueNames = [
    0: "reserved", 1: "UTF-8", 2: "UTF-16", 3: "S/JIS", 4: "UTF-8 sort", 5: "UTF-16 sort",
    13: "JPEG", 14: "PNG", 21: "signed integer", 22: "unsigned integer", 23: "float32",
    24: "float64", 27: "BMP", 28: "QuickTime metadata", 65: "int8", 66: "int16", 67: "int32",
    70: "point, 2 × float32", 71: "dimensions, 2 × float32", 72: "rectangle, 4 × float32",
    74: "int64", 75: "uint8", 76: "uint16", 77: "uint32", 78: "uint64",
    79: "affine transform, 3 × 3 × float64", 83: "transform, 3 × 3 × float64",
  ]
}

extension WellKnownType {
  /// Text or a number, if `type` is a type of text or of numbers, and `bytes` has the size of that type.
  static func value(of bytes: Bytes, type: UInt32) -> FieldValue? {
    switch type {
    case 1, 4: return .text(Text(bytes))
    case 2, 5: return utf16(bytes).map { .text(Text($0, form: .plain)) }
    case 21: return [1, 2, 3, 4, 8].contains(bytes.count) ? signed(bytes) : nil
    case 65: return bytes.count == 1 ? signed(bytes) : nil
    case 66: return bytes.count == 2 ? signed(bytes) : nil
    case 67: return bytes.count == 4 ? signed(bytes) : nil
    case 74: return bytes.count == 8 ? signed(bytes) : nil
    case 22: return [1, 2, 3, 4, 8].contains(bytes.count) ? unsigned(bytes) : nil
    case 75: return bytes.count == 1 ? unsigned(bytes) : nil
    case 76: return bytes.count == 2 ? unsigned(bytes) : nil
    case 77: return bytes.count == 4 ? unsigned(bytes) : nil
    case 78: return bytes.count == 8 ? unsigned(bytes) : nil
    case 23: return bytes.count == 4 ? unsigned(bytes, as: .float) : nil
    case 24: return bytes.count == 8 ? unsigned(bytes, as: .float) : nil
    default: return nil
    }
  }

  private static func unsigned(_ bytes: Bytes, as format: FieldFormat = .decimal) -> FieldValue? {
    var number: UInt64 = 0
    var f = FieldCoder(decoding: bytes)
    guard (try? f.uint(bytes.count * 8, "value", &number)) != nil else { return nil }
    return .uint(number, format)
  }

  private static func signed(_ bytes: Bytes) -> FieldValue? {
    var number: Int64 = 0
    var f = FieldCoder(decoding: bytes)
    guard (try? f.int(bytes.count * 8, "value", &number)) != nil else { return nil }
    return .int(number, .decimal)
  }

  private static func utf16(_ bytes: Bytes) -> String? {
    var units: [UInt16] = []
    var f = FieldCoder(decoding: bytes)
    guard (try? f.list(16, "value", &units, count: .toEnd)) != nil, f.isAtEnd else { return nil }
    return String(decoding: units, as: UTF16.self)
  }
}

extension Text {
  /// All of `bytes`, without a terminator.
  fileprivate init(_ bytes: Bytes) {
    self.init("", form: .plain)
    self.bytes = Array(bytes)
  }
}
