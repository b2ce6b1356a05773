/// The encryption of samples, unless a sample group states another one.
public struct TrackEncryptionBox: BoxBody {
  public static let type: FourCC = "tenc"
  public static let specification = "ISO/IEC 23001-7 §8.2"

  public var header = FullBoxHeader()
  /// How much is encrypted at a time, in units of 16 bytes; from version 1 on.
  public var defaultCryptByteBlock: UInt8 = 0
  /// How much stays clear after that, in units of 16 bytes; from version 1 on.
  public var defaultSkipByteBlock: UInt8 = 0
  public var defaultIsProtected: UInt8 = 1
  public var defaultPerSampleIVSize: UInt8 = 8
  /// 16 bytes.
  public var defaultKID = Bytes([UInt8](repeating: 0, count: 16))
  /// The initialisation vector of all samples; only if samples have none of their own.
  public var defaultConstantIV = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.encryptionPattern(
      header.version, ("default_crypt_byte_block", "default_skip_byte_block"),
      &defaultCryptByteBlock, &defaultSkipByteBlock)
    try f.uint(8, "default_isProtected", &defaultIsProtected)
    try f.uint(8, "default_Per_Sample_IV_Size", &defaultPerSampleIVSize)
    try f.bytes("default_KID", &defaultKID, count: .exactly(16))
    if defaultIsProtected == 1, defaultPerSampleIVSize == 0 {
      try f.bytes(
        "default_constant_IV", &defaultConstantIV, count: .bits(8, "default_constant_IV_size"))
    }
  }
}

/// The location of the information for the decryption of an item: in the items to which it refers with `auxr`.
public struct ItemAuxiliaryInformationBox: BoxBody {
  public static let type: FourCC = "iaux"
  public static let specification = "ISO/IEC 23001-7"

  public var header = FullBoxHeader()
  /// The scheme of encryption.
  public var auxInfoType: FourCC = "cenc"
  public var auxInfoTypeParameter: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("aux_info_type", &auxInfoType)
    try f.uint(32, "aux_info_type_parameter", &auxInfoTypeParameter)
  }
}

/// How the data of an item is encrypted, and with which keys.
public struct ItemEncryptionBox: BoxBody {
  public static let type: FourCC = "ienc"
  public static let specification = "ISO/IEC 23001-7"

  public var header = FullBoxHeader()
  /// How much is encrypted at a time, in units of 16 bytes; from version 1 on.
  public var cryptByteBlock: UInt8 = 0
  /// How much stays clear after that, in units of 16 bytes; from version 1 on.
  public var skipByteBlock: UInt8 = 0
  public var keys: [Key] = []

  /// A key.
  public struct Key: FieldCodable {
    public var perSampleIVSize: UInt8 = 8
    /// 16 bytes.
    public var kid = Bytes([UInt8](repeating: 0, count: 16))
    /// The initialisation vector of all data; only if there are no others.
    public var constantIV = Bytes()

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(8, "Per_Sample_IV_Size", &perSampleIVSize)
      try f.bytes("KID", &kid, count: .exactly(16))
      guard perSampleIVSize == 0 else { return }
      try f.bytes("constant_IV", &constantIV, count: .bits(8, "constant_IV_size"))
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.encryptionPattern(
      header.version, ("crypt_byte_block", "skip_byte_block"), &cryptByteBlock, &skipByteBlock)
    try f.list("keys", &keys, count: .bits(8, "num_keys"))
  }
}

extension FieldCoder {
  /// How much is encrypted at a time, and how much is not, from version 1 of a box on (ISO/IEC 23001-7 §9.6).
  fileprivate mutating func encryptionPattern(
    _ version: UInt8, _ names: (crypt: StaticString, skip: StaticString), _ crypt: inout UInt8,
    _ skip: inout UInt8
  ) throws(FieldError) {
    try reserved(8)
    if version == 0 {
      try reserved(8)
    } else {
      try uint(4, names.crypt, &crypt)
      try uint(4, names.skip, &skip)
    }
  }
}
