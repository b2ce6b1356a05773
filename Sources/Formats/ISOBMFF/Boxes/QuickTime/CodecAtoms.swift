/// The sequence header of Sorenson Video 3.
struct SorensonVideoBox: BoxBody {
  static let type: FourCC = "SMI "
  static let specification = "Sorenson Video 3"

  /// `SEQH`.
  var headerType: FourCC = "SEQH"
  var sequenceHeader = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("type", &headerType)
    try f.bytes("sequence_header", &sequenceHeader, count: .bits(32, "size"))
  }
}

/// Whether colour samples are premultiplied with alpha.
struct AlphaModeBox: BoxBody {
  static let type: FourCC = "almo"
  static let specification = "Apple media"

  /// A graphics mode of QuickTime.
  var mode: UInt32 = 0x100

  static let modes: ValueNames = [
    0x100: "straight alpha", 0x101: "premultiplied with white", 0x102: "premultiplied with black",
  ]

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "alpha_mode", &mode, as: .names(Self.modes))
  }
}

/// The position of chroma samples relative to luma samples, in both fields.
struct VideoChromaLocationBox: BoxBody {
  static let type: FourCC = "chrm"
  static let specification = "QuickTime File Format: Video sample description extensions"

  var topField: UInt8 = 0
  var bottomField: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "chroma_sample_loc_type_top_field", &topField)
    try f.uint(8, "chroma_sample_loc_type_bottom_field", &bottomField)
  }
}

/// The description of audio in Windows (WAVEFORMATEX). Its numbers are little-endian.
struct WaveFormatBox: BoxBody {
  static let type: FourCC = "wfex"
  static let specification = "Microsoft Smooth Streaming"

  var formatTag: UInt16 = 0
  var channels: UInt16 = 0
  var samplesPerSecond: UInt32 = 0
  var averageBytesPerSecond: UInt32 = 0
  var blockAlign: UInt16 = 0
  var bitsPerSample: UInt16 = 0
  var extra = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.littleEndian("wFormatTag", &formatTag, as: .hex)
    try f.littleEndian("nChannels", &channels)
    try f.littleEndian("nSamplesPerSec", &samplesPerSecond)
    try f.littleEndian("nAvgBytesPerSec", &averageBytesPerSecond)
    try f.littleEndian("nBlockAlign", &blockAlign)
    try f.littleEndian("wBitsPerSample", &bitsPerSample)
    var size = UInt16(clamping: extra.count)
    try f.littleEndian("cbSize", &size)
    try f.bytes("extra", &extra, count: .exactly(Int(size)))
  }
}

/// The configuration of a QDesign Music decoder.
struct QDesignMusicBox: BoxBody {
  static let type: FourCC = "QDCA"
  static let specification = "QDesign Music"

  var version: UInt32 = 0
  var channels: UInt32 = 0
  /// Samples per second.
  var sampleRate: UInt32 = 0
  /// Bits per second.
  var bitRate: UInt32 = 0
  var blockSize: UInt32 = 0
  var transformSize: UInt32 = 0
  /// Bytes.
  var packetSize: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "version", &version)
    try f.uint(32, "channels", &channels)
    try f.uint(32, "sample_rate", &sampleRate)
    try f.uint(32, "bit_rate", &bitRate)
    try f.uint(32, "block_size", &blockSize)
    try f.uint(32, "transform_size", &transformSize)
    try f.uint(32, "packet_size", &packetSize)
  }
}

/// Boxes that Avid's codec adds to the sample entries of DNxHD and DNxHR. The names of the fields are not Avid's.
enum AvidAtoms {
  static let specification = "Avid DNxHD in QuickTime"
}

/// The range of samples (`ACLR`), or the arrangement of fields in a picture (`APRG`).
struct AvidSettingBox: BoxBody {
  static let type: FourCC = "ACLR"
  static let specification = AvidAtoms.specification

  /// The type of the atom again.
  var name: FourCC = "ACLR"
  /// `0001`.
  var version: FourCC = "0001"
  var value: UInt32 = 1
  var unknown: UInt32 = 0

  private static let ranges: ValueNames = [1: "limited range", 2: "full range"]
  private static let scans: ValueNames = [1: "progressive", 2: "interlaced"]

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    let isRange = f.scope.type == "ACLR"
    try f.fourCC("name", &name)
    try f.fourCC("version", &version)
    try f.uint(
      32, isRange ? "color_range" : "scan", &value,
      as: .names(isRange ? Self.ranges : Self.scans))
    try f.uint(32, "unknown", &unknown)
  }
}

/// The kind and size of DNxHD pictures.
public struct AvidResolutionBox: BoxBody {
  public static let type: FourCC = "ARES"
  public static let specification = AvidAtoms.specification

  public var name: FourCC = "ARES"
  public var version: FourCC = "0001"
  /// SMPTE ST 2019-1, Table 1: the size, the bits, and whether there are fields.
  public var compressionID: UInt32 = 0
  public var width: UInt32 = 0
  public var height: UInt32 = 0
  public var unknown = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("name", &name)
    try f.fourCC("version", &version)
    try f.uint(32, "compression_ID", &compressionID)
    try f.uint(32, "width", &width)
    try f.uint(32, "height", &height)
    try f.bytes("unknown", &unknown, count: .toEnd)
  }
}

/// The kind of DNxHR pictures.
public struct AvidHighResolutionBox: BoxBody {
  public static let type: FourCC = "ADHR"
  public static let specification = AvidAtoms.specification

  public var version: FourCC = "0001"
  /// SMPTE ST 2019-1, Table 1.
  public var compressionID: UInt32 = 0
  public var unknown = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("version", &version)
    try f.uint(32, "compression_ID", &compressionID)
    try f.bytes("unknown", &unknown, count: .toEnd)
  }
}
