public import FieldCoding

/// Data of a writer, with an identifier that it chose (`user_data_unregistered`, ITU-T H.265 §D.2.7).
public struct UserDataUnregistered: SEIPayload {
  public static let payloadType: UInt32 = 5
  public static let name = "user_data_unregistered"

  /// The 16 bytes of a UUID (ISO/IEC 11578).
  public var identifier = Identifier()
  /// The content after the identifier.
  public var data = Content.bytes(Bytes())

  /// Data under an identifier.
  public enum Content: Equatable, Sendable {
    /// Data of writers that are not known.
    case bytes(Bytes)
    /// Text of writers that are known to put it there: x264, x265.
    case text(Text)
  }

  /// A UUID, as two big-endian numbers.
  public struct Identifier: Hashable, Sendable {
    /// The first 8 bytes.
    public var high: UInt64 = 0
    /// The last 8 bytes.
    public var low: UInt64 = 0
    public init() {}

    private init(_ high: UInt64, _ low: UInt64) {
      self.high = high
      self.low = low
    }

    fileprivate init(_ bytes: Bytes) {
      high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
      low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    fileprivate var bytes: Bytes {
      var writer = ByteWriter()
      writer.write(high, bits: 64)
      writer.write(low, bits: 64)
      return Bytes(writer.bytes)
    }

    /// x264, which writes its version and settings as text.
    public static let x264 = Identifier(0xDC45_E9BD_E6D9_48B7, 0x962C_D820_D923_EEEF)
    /// x265, which writes its version and settings as text.
    public static let x265 = Identifier(0x2CA2_DE09_B517_47DB, 0xBB55_A4FE_7FC2_FC4E)
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var bytes = identifier.bytes
    try f.bytes("uuid_iso_iec_11578", &bytes, count: .exactly(16)) { bytes in
      .text(Text(Identifier(bytes).description, form: .plain))
    }
    identifier = Identifier(bytes)
    if f.isDecoding, [.x264, .x265].contains(identifier) { data = .text("") }
    switch data {
    case .text(var text):
      // x264 ends it with a zero byte, x265 does not.
      try f.text("user_data_payload", &text)
      data = .text(text)
    case .bytes(var bytes):
      try f.bytes("user_data_payload", &bytes, count: .toEnd)
      data = .bytes(bytes)
    }
  }
}

extension UserDataUnregistered.Identifier: CustomStringConvertible {
  /// `2CA2DE09-B517-47DB-BB55-A4FE7FC2FC4E`
  public var description: String {
    [(high, 32, 8), (high, 16, 4), (high, 0, 4), (low, 48, 4), (low, 0, 12)]
      .map { word, shift, digits in
        let all = String(word >> UInt64(shift), radix: 16, uppercase: true)
        return zeroPadded(String(all.suffix(digits)), to: digits)
      }.joined(separator: "-")
  }
}
