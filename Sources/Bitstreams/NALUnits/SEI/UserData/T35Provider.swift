public import FieldCoding

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
