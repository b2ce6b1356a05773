/// GoPro's metadata: keys with values (GPMF).
public struct GoProMetadataBox: BoxBody {
  public static let type: FourCC = "GPMF"
  public static let specification = "GPMF"

  public var entries: [GoProEntry] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("entries", &entries, count: .toEnd)
  }

  /// The model of the camera, which a device states (`MINF`); nil if none does.
  package var model: String? {
    let all: [GoProEntry] = entries + entries.flatMap(\.entries)
    let stated = all.first { $0.key == "MINF" && $0.type == 0x63 && !$0.data.isEmpty }
    return stated.map { Text(bytes: $0.data).string }
  }
}

/// A key with values of one type.
public struct GoProEntry: FieldCodable {
  public var key: FourCC = "DEVC"
  /// A letter; 0 for entries inside.
  public var type: UInt8 = 0
  /// Bytes of one value, or of one row of values.
  public var structureSize: UInt8 = 1
  public var data = Bytes()
  /// The entries in this one, if it is of type 0.
  public var entries: [GoProEntry] = []
  /// The bytes to the next multiple of 4.
  public var padding = Bytes()
  /// The number of times that the structure is repeated.
  public var count: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("key", &key)
    try f.uint(8, "type", &type, as: .names(GoProEntry.types))
    try f.uint(8, "structure_size", &structureSize)
    try f.uint(16, "repeat", &count)
    let size = Int(structureSize) * Int(count)
    guard type == 0 else {
      let type = type
      try f.bytes("value", &data, count: .exactly(size)) { GoProEntry.meaning($0, type) }
      return try f.bytes("padding", &padding, count: .exactly(-size & 3))
    }
    if f.isDecoding {
      var inner = try f.inner(try f.take(size))
      try inner.list("entries", &entries, count: .toEnd)
    } else {
      try f.list("entries", &entries, count: .toEnd)
    }
    try f.bytes("padding", &padding, count: .exactly(-size & 3))
  }

  private static let types: ValueNames = [
    0: "entries", 0x62: "int8", 0x42: "uint8", 0x63: "text", 0x64: "float64", 0x66: "float32",
    0x46: "four characters", 0x47: "UUID", 0x6A: "int64", 0x4A: "uint64", 0x6C: "int32",
    0x4C: "uint32", 0x71: "15.16", 0x51: "31.32", 0x73: "int16", 0x53: "uint16", 0x55: "time",
    0x3F: "structure",
  ]

  /// Text, or one number.
  private static func meaning(_ bytes: Bytes, _ type: UInt8) -> FieldValue? {
    switch type {
    case 0x63, 0x55: return .text(Text(bytes: bytes))
    case 0x62: return WellKnownType.value(of: bytes, type: 65)
    case 0x42: return WellKnownType.value(of: bytes, type: 75)
    case 0x73: return WellKnownType.value(of: bytes, type: 66)
    case 0x53: return WellKnownType.value(of: bytes, type: 76)
    case 0x6C: return WellKnownType.value(of: bytes, type: 67)
    case 0x4C: return WellKnownType.value(of: bytes, type: 77)
    case 0x6A: return WellKnownType.value(of: bytes, type: 74)
    case 0x4A: return WellKnownType.value(of: bytes, type: 78)
    case 0x66: return WellKnownType.value(of: bytes, type: 23)
    case 0x64: return WellKnownType.value(of: bytes, type: 24)
    default: return nil
    }
  }
}

extension Text {
  /// Latin-1 or UTF-8 without the zeros at its end.
  init(bytes: Bytes) {
    let last = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    self.init(String(decoding: bytes.prefix(last), as: UTF8.self), form: .plain)
  }
}

/// The times at which the user marked something.
struct GoProHighlightsBox: BoxBody {
  static let type: FourCC = "HMMT"
  static let specification = "GoPro media"

  /// The times in milliseconds; the first number may be their count.
  var times: [UInt32] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(32, "time", &times, count: .toEnd)
  }
}
