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

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "type_indicator", &typeIndicator, as: .names(WellKnownType.names))
    try f.uint(32, "locale_indicator", &locale, as: .hex)
    try f.bytes("value", &value, count: .toEnd)
  }
}

extension MetadataValueBox {
  /// The value as its type says; bytes without a type in hexadecimal digits.
  public var text: String {
    switch typeIndicator {
    case 1, 4: return utf8
    case 2, 5: return String(decoding: utf16, as: UTF16.self)
    case 21: if let number = number(signed: true) { return number }
    case 22: if let number = number(signed: false) { return number }
    case 23:
      if let bits = try? bits(32) { return "\(Float(bitPattern: UInt32(bits)))" }
    case 24:
      if let bits = try? bits(64) { return "\(Double(bitPattern: bits))" }
    default: break
    }
    return value.count > 16
      ? "\(value.count) bytes"
      : value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private var utf8: String {
    var text = Text("", form: .plain)
    text.bytes = Array(value)
    return text.string
  }

  private var utf16: [UInt16] {
    var reader = ByteReader(value)
    var units: [UInt16] = []
    while let unit = try? reader.read(bits: 16) { units.append(UInt16(unit)) }
    return units
  }

  private func bits(_ count: Int) throws(FieldError) -> UInt64 {
    var reader = ByteReader(value)
    let bits = try reader.read(bits: count)
    guard reader.bitsLeft == 0 else {
      throw FieldError(.invalid("more bytes than the type has"), offset: value.fileOffset)
    }
    return bits
  }

  private func number(signed: Bool) -> String? {
    guard (1...8).contains(value.count), let bits = try? bits(value.count * 8) else { return nil }
    guard signed else { return "\(bits)" }
    let unused = UInt64(64 - value.count * 8)
    return "\(Int64(bitPattern: bits << unused) >> Int64(unused))"
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
