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
