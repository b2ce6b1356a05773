/// How samples are encrypted.
public struct AdobeEncryptionInformationBox: BoxBody {
  public static let type: FourCC = "aeib"
  public static let specification = "Adobe Flash Video File Format 10.1 §2.8.5"

  public var header = FullBoxHeader()
  /// `AES-CBC`.
  public var encryptionAlgorithm: Text = ""
  /// Bytes.
  public var keyLength: UInt8 = 16

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("EncryptionAlgorithm", &encryptionAlgorithm)
    try f.uint(8, "KeyLength", &keyLength)
  }
}

/// The metadata of Flash Access.
public struct AdobeFlashAccessParametersBox: BoxBody {
  public static let type: FourCC = "flxs"
  public static let specification = "Adobe Flash Video File Format 10.1 §2.8.8"

  /// The metadata in Base64.
  public var metadata: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("FMRMSv2Metadata", &metadata)
  }
}

/// The header of every encrypted sample.
public struct AdobeAccessUnitFormatBox: BoxBody {
  public static let type: FourCC = "adaf"
  public static let specification = "Adobe Flash Video File Format 10.1 §2.8.9"

  public var header = FullBoxHeader()
  public var isSelective = false
  /// Bytes.
  public var ivLength: UInt8 = 16

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.flag("SelectiveEncryption", &isSelective)
    try f.reserved(7)
    try f.reserved(8)
    try f.uint(8, "IVLength", &ivLength)
  }
}
