/// The URL of the key server.
public struct ISMAKMSBox: BoxBody {
  public static let type: FourCC = "iKMS"
  public static let specification = "ISMA Encryption and Authentication 2.0 §9.1.2.1"

  public var header = FullBoxHeader()
  /// The system that manages keys; in version 1.
  public var kmsID: FourCC = "    "
  public var kmsVersion: UInt32 = 0
  public var kmsURI: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    if header.version == 1 {
      try f.fourCC("kms_ID", &kmsID)
      try f.uint(32, "kms_version", &kmsVersion)
    }
    try f.text("kms_URI", &kmsURI)
  }
}

/// The header of every encrypted sample: `iSFM` of ISMA, `odaf` of OMA.
public struct AccessUnitFormatBox: BoxBody {
  public static let type: FourCC = "iSFM"
  public static let specification = "ISMA Encryption and Authentication 2.0 §9.1.2.2"

  public var header = FullBoxHeader()
  /// Whether each sample states whether it is encrypted.
  public var isSelective = false
  /// Bytes.
  public var keyIndicatorLength: UInt8 = 0
  public var ivLength: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.flag("selective_encryption", &isSelective)
    try f.reserved(7)
    try f.uint(8, "key_indicator_length", &keyIndicatorLength)
    try f.uint(8, "IV_length", &ivLength)
  }
}

/// The salt for the counter of the cipher.
public struct ISMACrypSaltBox: BoxBody {
  public static let type: FourCC = "iSLT"
  public static let specification = "ISMA Encryption and Authentication 2.0 §9.1.2.3"

  public var salt: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(64, "salt", &salt, as: .hex)
  }
}
