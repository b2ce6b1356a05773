/// How to set up an AV1 decoder.
public struct AV1CodecConfigurationBox: BoxBody {
  public static let type: FourCC = "av1C"
  public static let specification = "AV1 Codec ISO Media File Format Binding §2.3"

  public var version: UInt8 = 1
  public var seqProfile: UInt8 = 0
  public var seqLevelIdx0: UInt8 = 0
  public var seqTier0 = false
  public var isHighBitdepth = false
  public var isTwelveBit = false
  public var isMonochrome = false
  public var chromaSubsamplingX = true
  public var chromaSubsamplingY = true
  public var chromaSamplePosition: UInt8 = 0
  public var isInitialPresentationDelayPresent = false
  public var initialPresentationDelayMinusOne: UInt8 = 0
  public var configOBUs = Bytes()

  public var bitDepth: Int { isHighBitdepth ? (isTwelveBit ? 12 : 10) : 8 }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(1, 1)
    try f.uint(7, "version", &version)
    try f.uint(3, "seq_profile", &seqProfile)
    try f.uint(5, "seq_level_idx_0", &seqLevelIdx0)
    try f.flag("seq_tier_0", &seqTier0)
    try f.flag("high_bitdepth", &isHighBitdepth)
    try f.flag("twelve_bit", &isTwelveBit)
    try f.flag("monochrome", &isMonochrome)
    try f.flag("chroma_subsampling_x", &chromaSubsamplingX)
    try f.flag("chroma_subsampling_y", &chromaSubsamplingY)
    try f.uint(2, "chroma_sample_position", &chromaSamplePosition)
    try f.reserved(3)
    try f.flag("initial_presentation_delay_present", &isInitialPresentationDelayPresent)
    try f.uint(4, "initial_presentation_delay_minus_one", &initialPresentationDelayMinusOne)
    try f.bytes("configOBUs", &configOBUs, count: .toEnd)
  }
}
