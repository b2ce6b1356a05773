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
