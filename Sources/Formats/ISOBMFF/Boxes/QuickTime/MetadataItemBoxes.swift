/// The keys of the values in `ilst`, which are numbered from 1.
public struct MetadataItemKeysBox: BoxBody {
  public static let type: FourCC = "keys"
  public static let specification = "QuickTime File Format: Metadata item keys atom"

  public var header = FullBoxHeader()
  public var keys: [Key] = []

  /// `com.apple.quicktime.content.identifier` in the namespace `mdta`.
  public struct Key: FieldCodable {
    public var namespace: FourCC = "mdta"
    public var value = Text("", form: .plain)

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var size = UInt32(clamping: value.bytes.count + 8)
      let start = f.offset
      try f.uint(32, "key_size", &size)
      guard size >= 8 else { throw FieldError(.sizeBelowHeader(UInt64(size)), offset: start) }
      try f.fourCC("key_namespace", &namespace)
      try f.text("key_value", &value, count: .exactly(Int(size) - 8))
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("keys", &keys, count: .bits(32, "entry_count"))
  }
}

/// Values of metadata; their types are numbers of keys, or keys themselves (`©nam`).
public struct MetadataItemListBox: BoxContainer {
  public static let type: FourCC = "ilst"
  public static let specification = "QuickTime File Format: Metadata item list atom"

  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.boxes(&children, in: .metadataItems)
  }
}

/// The parts of one value: `data`, and with `----` also `mean` and `name`.
public struct MetadataItemBox: BoxContainer {
  public static let type: FourCC = "----"
  public static let specification = "QuickTime File Format: Metadata item atom"

  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    f.scope.metadataItem = f.scope.type
    try f.boxes(&children, in: .metadataItemParts)
  }
}

/// A value.
public struct MetadataValueBox: BoxBody {
  public static let type: FourCC = "data"
  public static let specification = "QuickTime File Format: Value atom"

  /// A well-known type, if the first byte is 0.
  public var typeIndicator: UInt32 = 1
  /// Country and language, or 0 for all.
  public var locale: UInt32 = 0
  public var value = Bytes()
  /// The position instead of the value, in `trkn` and `disk`.
  public var position: Position?

  /// The number of a track or a disk, and the total number.
  public struct Position: FieldCodable {
    public var reserved: UInt16 = 0
    public var number: UInt16 = 0
    public var total: UInt16 = 0
    /// Two bytes in `trkn`, none in `disk`.
    public var padding = Bytes()

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(16, "reserved", &reserved)
      try f.uint(16, "number", &number)
      try f.uint(16, "total", &total)
      try f.bytes("padding", &padding, count: .toEnd)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "type_indicator", &typeIndicator, as: .names(WellKnownType.names))
    try f.uint(32, "locale_indicator", &locale, as: .hex)
    let type = typeIndicator
    let item = f.scope.metadataItem
    if f.isDecoding {
      let isPosition = type == 0 && (item == "trkn" || item == "disk") && f.bitsLeft >= 48
      position = isPosition ? Position() : nil
    }
    guard position == nil else {
      try position?.fields(&f)
      return
    }
    try f.bytes("value", &value, count: .toEnd) {
      ITunesValues.value(of: $0, item: item) ?? WellKnownType.value(of: $0, type: type)
    }
  }
}

extension MetadataValueBox {
  /// The value according to its type; bytes without a type in hexadecimal digits.
  public var text: String {
    if let position {
      return position.total == 0
        ? "\(position.number)" : "\(position.number) of \(position.total)"
    }
    return switch WellKnownType.value(of: value, type: typeIndicator) {
    case .text(let text)?: text.string
    case .int(let number, _)?: "\(number)"
    case .uint(let bits, .float)?:
      value.count == 4
        ? "\(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))"
        : "\(Double(bitPattern: bits))"
    case .uint(let number, _)?: "\(number)"
    default:
      value.count > 16 ? counted(value.count, "byte") : hexadecimal(value)
    }
  }
}

/// The domain (`mean`) and the name (`name`) of a `----` value.
public struct MetadataNameBox: BoxBody {
  public static let type: FourCC = "name"
  public static let specification = "QuickTime File Format: Name atom"

  public var header = FullBoxHeader()
  public var text = Text("", form: .plain)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("text", &text, count: .toEnd)
  }
}

/// The number and the language of an item that has several values.
struct MetadataItemInformationBox: BoxBody {
  static let type: FourCC = "itif"
  static let specification = "QuickTime File Format: Item information atom"

  var header = FullBoxHeader()
  var itemID: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "item_ID", &itemID)
  }
}

/// The types that values of metadata can have (QuickTime File Format: Well-known types).
enum WellKnownType {
  static let names: ValueNames = [
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
