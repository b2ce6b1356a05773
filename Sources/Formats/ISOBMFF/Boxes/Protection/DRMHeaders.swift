/// How samples are encrypted.
struct AdobeEncryptionInformationBox: BoxBody {
  static let type: FourCC = "aeib"
  static let specification = "Adobe Flash Video File Format 10.1 §2.8.5"

  var header = FullBoxHeader()
  /// `AES-CBC`.
  var encryptionAlgorithm: Text = ""
  /// Bytes.
  var keyLength: UInt8 = 16

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("EncryptionAlgorithm", &encryptionAlgorithm)
    try f.uint(8, "KeyLength", &keyLength)
  }
}

/// The metadata of Flash Access.
struct AdobeFlashAccessParametersBox: BoxBody {
  static let type: FourCC = "flxs"
  static let specification = "Adobe Flash Video File Format 10.1 §2.8.8"

  /// The metadata in Base64.
  var metadata: Text = ""

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("FMRMSv2Metadata", &metadata)
  }
}

/// The header of every encrypted sample.
struct AdobeAccessUnitFormatBox: BoxBody {
  static let type: FourCC = "adaf"
  static let specification = "Adobe Flash Video File Format 10.1 §2.8.9"

  var header = FullBoxHeader()
  var isSelective = false
  /// Bytes.
  var ivLength: UInt8 = 16

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.flag("SelectiveEncryption", &isSelective)
    try f.reserved(7)
    try f.reserved(8)
    try f.uint(8, "IVLength", &ivLength)
  }
}

/// The data of PlayReady in `pssh`: records, one of which is the header in XML. Numbers are little-endian.
public struct PlayReadyObject: FieldCodable {
  public static let specification = "PlayReady Header Specification"

  /// Bytes, these four included.
  public var length: UInt32 = 6
  public var records: [Record] = []

  /// A header (type 1), or a store of licences (type 3).
  public struct Record: FieldCodable {
    public var type: UInt16 = 1
    /// A header is UTF-16, little-endian.
    public var value = Bytes()

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.littleEndian(
        "type", &type, as: .names([1: "header", 2: "reserved", 3: "embedded license store"]))
      var length = UInt16(clamping: value.count)
      try f.littleEndian("length", &length)
      let type = type
      try f.bytes("value", &value, count: .exactly(Int(length))) {
        type == 1 ? $0.littleEndianUTF16.map { .text(Text($0, form: .plain)) } : nil
      }
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.littleEndian("length", &length)
    var count = UInt16(clamping: records.count)
    try f.littleEndian("record_count", &count)
    try f.list("records", &records, count: .exactly(Int(count)))
  }
}

extension PlayReadyObject {
  /// The header in XML.
  public var header: String? { records.first { $0.type == 1 }?.value.littleEndianUTF16 }
}

extension Bytes {
  /// These bytes as little-endian UTF-16; nil for an odd number of bytes.
  var littleEndianUTF16: String? {
    guard count % 2 == 0 else { return nil }
    let units = stride(from: 0, to: count, by: 2).map {
      UInt16(self[$0 + 1]) << 8 | UInt16(self[$0])
    }
    return String(decoding: units, as: UTF16.self)
  }
}

/// The data of Widevine in `pssh`: a message of Protocol Buffers.
public struct WidevineHeader: FieldCodable {
  public static let specification = "Widevine PSSH data"

  public var entries: [Entry] = []

  /// A number and a value.
  public struct Entry: FieldCodable {
    /// The number of the field, times 8, plus its form: 0 a number, 2 bytes.
    public var tag: UInt64 = 0
    public var number: UInt64 = 0
    public var bytes = Bytes()

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.varint("tag", &tag, as: .names(Entry.tags))
      switch tag % 8 {
      case 0: try f.varint("value", &number, as: tag == 72 ? .fourCC : .decimal)
      case 1: try f.uint(64, "value", &number, as: .hex)
      case 5: try f.uint(32, "value", &number, as: .hex)
      case 2:
        var count = UInt64(bytes.count)
        try f.varint("length", &count)
        let isText = tag == 26 || tag == 50
        try f.bytes("value", &bytes, count: .exactly(Int(clamping: count))) {
          isText ? .text(Text(String(decoding: $0, as: UTF8.self), form: .plain)) : nil
        }
      default: throw f.error(.invalid("a field of type \(tag % 8)"))
      }
    }

    private static let tags: ValueNames = [
      8: "algorithm", 18: "key_ids", 26: "provider", 34: "content_id", 42: "track_type",
      50: "policy", 56: "crypto_period_index", 66: "grouped_license", 72: "protection_scheme",
      80: "crypto_period_seconds", 88: "type", 96: "key_sequence", 106: "group_ids",
      114: "entitled_keys", 122: "video_feature",
    ]
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("fields", &entries, count: .toEnd)
  }
}

extension WidevineHeader {
  /// The identifiers of the keys, 16 bytes each (`key_ids`).
  public var keyIDs: [Bytes] { entries.filter { $0.tag == 18 }.map(\.bytes) }
  /// The provider of the content (`provider`).
  public var provider: String? { text(26) }
  /// The identifier of the content, as its provider has it (`content_id`).
  public var contentID: Bytes? { entries.first { $0.tag == 34 }?.bytes }
  /// The name of the policy for the content (`policy`).
  public var policy: String? { text(50) }
  /// `cenc`, `cbcs`, ...
  public var protectionScheme: FourCC? {
    entries.first { $0.tag == 72 }.map { FourCC(rawValue: UInt32(truncatingIfNeeded: $0.number)) }
  }

  private func text(_ tag: UInt64) -> String? {
    entries.first { $0.tag == tag }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}

extension FieldCoder {
  /// A number of 7 bits in each byte, the lowest bits first. The first bit is set in all bytes except the last.
  fileprivate mutating func varint(
    _ name: StaticString, _ value: inout UInt64, as format: FieldFormat = .decimal
  ) throws(FieldError) {
    guard isDecoding else {
      var rest = value
      while rest >= 0x80 {
        writer.write(0x80 | rest & 0x7F, bits: 8)
        rest >>= 7
      }
      return writer.write(rest, bits: 8)
    }
    let start = offset
    value = 0
    for position in 0..<9 {
      let byte = UInt64(try take(1)[0])
      value |= (byte & 0x7F) << UInt64(7 * position)
      guard byte < 0x80 else { continue }
      sink?.field("\(name)", .uint(value, format), bits: start * 8..<offset * 8)
      return
    }
    throw error(.invalid("a number of more than 63 bits")).nested(in: "\(name)")
  }
}
