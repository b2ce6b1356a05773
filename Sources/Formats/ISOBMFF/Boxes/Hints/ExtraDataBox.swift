/// Data for forward error correction that a sample has beside its packets.
public struct ExtraDataBox: BoxBody {
  public static let type: FourCC = "extr"
  public static let specification = "ISO/IEC 14496-12 §9"

  /// The bytes of the `feci` box at the start, with its header.
  public var size: UInt32 = 15
  /// `feci`.
  public var informationType = FECInformationBox.type
  public var information = FECInformationBox()
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "feci_size", &size)
    try f.fourCC("feci_type", &informationType)
    try information.fields(&f)
    try f.bytes("extradata", &data, count: .toEnd)
  }
}

/// The position of data for forward error correction in its block (RFC 5052).
public struct FECInformationBox: BoxBody {
  public static let type: FourCC = "feci"
  public static let specification = "ISO/IEC 14496-12 §9"

  public var encodingID: UInt8 = 0
  public var instanceID: UInt16 = 0
  public var sourceBlockNumber: UInt16 = 0
  public var encodingSymbolID: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "FEC_encoding_ID", &encodingID)
    try f.uint(16, "FEC_instance_ID", &instanceID)
    try f.uint(16, "source_block_number", &sourceBlockNumber)
    try f.uint(16, "encoding_symbol_ID", &encodingSymbolID)
  }
}

/// The sources that contributed to a received packet (RFC 3550).
public struct ReceivedCSRCBox: BoxBody {
  public static let type: FourCC = "rcsr"
  public static let specification = "ISO/IEC 14496-12 §9.4.1"

  public var sources: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(32, "CSRC", &sources, count: .toEnd)
  }
}
