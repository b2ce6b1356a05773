public import FieldCoding

/// What an organisation defined, under a number that it registered
/// (`user_data_registered_itu_t_t35`, ITU-T H.265 §D.2.6): captions, dynamic metadata.
public struct UserDataRegistered: SEIPayload {
  public static let payloadType: UInt32 = 4
  public static let name = "user_data_registered_itu_t_t35"

  /// The organisation that defined the data.
  public var provider = T35Provider()
  /// The content of the data.
  public var content = Content.bytes(Bytes())

  /// The content after the codes of the provider.
  public enum Content: Equatable, Sendable {
    /// Data that no definition known here fits.
    case bytes(Bytes)
    /// Captions and the like of television in America (ATSC A/53 Part 4).
    case atsc(ATSCUserData)
    /// The mapping of brightness to a display (SMPTE ST 2094-40).
    case hdr10Plus(HDR10PlusMetadata)
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try provider.fields(&f)
    if f.isDecoding { content = Content(of: f.rest, from: provider) }
    switch content {
    case .bytes(var bytes):
      try f.bytes("itu_t_t35_payload_byte", &bytes, count: .toEnd)
      content = .bytes(bytes)
    case .atsc(var data):
      try f.within("ATSC_user_data") { (f) throws(FieldError) in try data.fields(&f) }
      content = .atsc(data)
    case .hdr10Plus(var metadata):
      try f.within("ST_2094-40") { (f) throws(FieldError) in try metadata.fields(&f) }
      content = .hdr10Plus(metadata)
    }
  }
}

extension UserDataRegistered.Content {
  /// The content of `bytes`, if they can be read completely in the format of their provider.
  fileprivate init(of bytes: Bytes, from provider: T35Provider) {
    self = .bytes(bytes)
    switch (provider.country, provider.code) {
    case (T35Provider.unitedStates, 0x0031?):
      if let data = try? ATSCUserData(decoding: bytes), data.isSame(as: bytes) {
        self = .atsc(data)
      }
    case (T35Provider.unitedStates, 0x003C?):
      if let metadata = try? HDR10PlusMetadata(decoding: bytes), metadata.isSame(as: bytes) {
        self = .hdr10Plus(metadata)
      }
    default: break
    }
  }
}

extension FieldCodable {
  fileprivate func isSame(as bytes: Bytes) -> Bool {
    guard let encoded = try? encoded() else { return false }
    return bytes.elementsEqual(encoded)
  }
}

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

/// The organisation that defined user data, and the country in which it is registered (ITU-T T.35).
public struct T35Provider: FieldCodable {
  /// `itu_t_t35_country_code`; see ``countries``.
  public var country: UInt8 = T35Provider.unitedStates
  /// The second byte of the code; only with a ``country`` of 255.
  public var countryExtension: UInt8 = 0
  /// The second byte of the country's code, in the United Kingdom.
  public var countryPart: UInt8 = 0
  /// `itu_t_t35_terminal_provider_code`; nil if its length is unknown.
  public var code: UInt16?

  /// The code of China.
  public static let china: UInt8 = 0x26
  /// The first byte of the code of the United Kingdom.
  public static let unitedKingdom: UInt8 = 0xB4
  /// The code of the United States.
  public static let unitedStates: UInt8 = 0xB5

  /// Whether the data is a second layer of the picture (LCEVC, ISO/IEC 23094-2).
  public var isLCEVC: Bool {
    country == T35Provider.unitedKingdom && code == T35Provider.codeOfLCEVC
  }

  private static let codeOfLCEVC: UInt16 = 0x5000

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "itu_t_t35_country_code", &country, as: .names(T35Provider.countries))
    if country == 0xFF {
      try f.uint(8, "itu_t_t35_country_code_extension_byte", &countryExtension)
    }
    if f.isDecoding { code = hasCode && f.bitsLeft >= 24 ? 0 : nil }
    guard var present = code else { return }
    if country == T35Provider.unitedKingdom {
      try f.uint(8, "itu_t_t35_uk_country_code_second_octet", &countryPart)
    }
    try f.uint(
      16, "itu_t_t35_terminal_provider_code", &present, as: .names(T35Provider.codes(of: country)))
    code = present
  }

  private var hasCode: Bool {
    [T35Provider.china, T35Provider.unitedKingdom, T35Provider.unitedStates].contains(country)
  }

  /// The names of some country codes (ITU-T T.35 Annex A).
  public static let countries: ValueNames = [
    0x00: "Japan", 0x04: "Germany", 0x09: "Australia", 0x20: "Canada", 0x26: "China",
    0x3D: "France", 0x42: "Germany", 0x61: "Korea", 0xB4: "United Kingdom",
    0xB5: "United States", 0xFF: "extended",
  ]

  /// The names of the providers of a country that define something for video.
  public static func codes(of country: UInt8) -> ValueNames {
    switch country {
    case china: [0x0004: "CUVA (HDR Vivid)"]
    case unitedKingdom: [UInt64(codeOfLCEVC): "V-Nova (LCEVC)"]
    case unitedStates:
      [
        0x002F: "DIRECTV", 0x0031: "ATSC", 0x003A: "Technicolor (SL-HDR)", 0x003B: "Dolby",
        0x003C: "Samsung (SMPTE ST 2094-40)", 0x003D: "UHDA", 0x0089: "Apple", 0x0090: "SMPTE",
        0x0091: "Philips", 0x0092: "Netflix", 0x00E0: "Google", 0x5890: "AOMedia",
      ]
    default: [:]
    }
  }
}
