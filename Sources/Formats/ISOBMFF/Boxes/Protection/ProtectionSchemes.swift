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
struct SchemeInformationBox: BoxContainer {
  static let type: FourCC = "schi"
  static let specification = "ISO/IEC 14496-12 §8.12.7"

  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.boxes(&children, in: .schemeInformation)
  }
}

/// How a picture with two views is put together.
struct StereoVideoBox: BoxContainer {
  static let type: FourCC = "stvi"
  static let specification = "ISO/IEC 14496-12 §8.15.4"

  var header = FullBoxHeader()
  /// The view that may be shown without the other: 0 none, 1 the right view, 2 the left view, 3 either view.
  var singleViewAllowed: UInt8 = 0
  /// 1: ISO/IEC 14496-10, 2: ISO/IEC 13818-2, 3: ISO/IEC 23000-11.
  var stereoScheme: UInt32 = 1
  /// The arrangement, in the form of the scheme.
  var stereoIndicationType = Bytes()
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.reserved(30)
    try f.uint(2, "single_view_allowed", &singleViewAllowed)
    try f.uint(32, "stereo_scheme", &stereoScheme)
    try f.bytes("stereo_indication_type", &stereoIndicationType, count: .bits(32, "length"))
    try f.boxes(&children)
  }
}

/// The URL of the key server.
struct ISMAKMSBox: BoxBody {
  static let type: FourCC = "iKMS"
  static let specification = "ISMA Encryption and Authentication 2.0 §9.1.2.1"

  var header = FullBoxHeader()
  /// The system that manages keys; in version 1.
  var kmsID: FourCC = "    "
  var kmsVersion: UInt32 = 0
  var kmsURI: Text = ""

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    if header.version == 1 {
      try f.fourCC("kms_ID", &kmsID)
      try f.uint(32, "kms_version", &kmsVersion)
    }
    try f.text("kms_URI", &kmsURI)
  }
}

/// The header of every encrypted sample: `iSFM` of ISMA, `odaf` of OMA.
struct AccessUnitFormatBox: BoxBody {
  static let type: FourCC = "iSFM"
  static let specification = "ISMA Encryption and Authentication 2.0 §9.1.2.2"

  var header = FullBoxHeader()
  /// Whether each sample states whether it is encrypted.
  var isSelective = false
  /// Bytes.
  var keyIndicatorLength: UInt8 = 0
  var ivLength: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.flag("selective_encryption", &isSelective)
    try f.reserved(7)
    try f.uint(8, "key_indicator_length", &keyIndicatorLength)
    try f.uint(8, "IV_length", &ivLength)
  }
}

/// The salt for the counter of the cipher.
struct ISMACrypSaltBox: BoxBody {
  static let type: FourCC = "iSLT"
  static let specification = "ISMA Encryption and Authentication 2.0 §9.1.2.3"

  var salt: UInt64 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(64, "salt", &salt, as: .hex)
  }
}
