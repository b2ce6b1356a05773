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
public struct MetadataItemInformationBox: BoxBody {
  public static let type: FourCC = "itif"
  public static let specification = "QuickTime File Format: Item information atom"

  public var header = FullBoxHeader()
  public var itemID: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "item_ID", &itemID)
  }
}
