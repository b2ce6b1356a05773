/// The type that a sample entry would have without encryption.
public struct OriginalFormatBox: BoxBody {
  public static let type: FourCC = "frma"
  public static let specification = "ISO/IEC 14496-12 §8.12.2"

  public var dataFormat: FourCC = "hvc1"

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("data_format", &dataFormat)
  }
}

/// The scheme of protection: `cenc`, `cbcs`, ...
public struct SchemeTypeBox: BoxBody {
  public static let type: FourCC = "schm"
  public static let specification = "ISO/IEC 14496-12 §8.12.6"

  /// Flags: 1 the box has a URI.
  public var header = FullBoxHeader()
  public var schemeType: FourCC = "cenc"
  public var schemeVersion: UInt32 = 0x1_0000
  public var schemeURI: Text?

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("scheme_type", &schemeType)
    try f.uint(32, "scheme_version", &schemeVersion, as: .hex)
    try f.text("scheme_uri", ifPresent: &schemeURI)
  }
}

/// What a protection scheme needs to know, in boxes of its own.
public struct SchemeInformationBox: BoxContainer {
  public static let type: FourCC = "schi"
  public static let specification = "ISO/IEC 14496-12 §8.12.7"

  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.boxes(&children, in: .schemeInformation)
  }
}
