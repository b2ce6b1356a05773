public import FieldCoding

/// The configuration of an HEVC decoder, with the parameter sets (`HEVCDecoderConfigurationRecord`,
/// ISO/IEC 14496-15 §8.3.3.1.2; the body of `hvcC`).
///
/// The SPS is the truth: writers are known to state the fields of the record wrongly, above all
/// ``isTemporalIDNested``, the constraint flags and the number of temporal layers.
public struct HEVCDecoderConfigurationRecord: FieldCodable {
  public var configurationVersion: UInt8 = 1
  public var profile = Profile()
  public var level = Level()
  public var minSpatialSegmentationIDC: UInt16 = 0
  public var parallelism = Parallelism.unknown
  public var chromaFormat = ChromaFormat.yuv420
  public var bitDepthLumaMinus8: UInt8 = 0
  public var bitDepthChromaMinus8: UInt8 = 0
  /// Frames in 256 seconds; 0 if it is not stated.
  public var averageFrameRate: UInt16 = 0
  public var constantFrameRate: UInt8 = 0
  /// The number of temporal layers; 0 if it is not stated.
  public var temporalLayerCount: UInt8 = 0
  public var isTemporalIDNested = false
  public var lengthSizeMinusOne: UInt8 = 3
  public var arrays: [NALUnitArray] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "configurationVersion", &configurationVersion)
    try f.uint(2, "general_profile_space", &profile.space)
    try f.choice(1, "general_tier_flag", &profile.tier, as: .names(Tier.names))
    try f.uint(5, "general_profile_idc", &profile.idc, as: .names(Profile.names))
    try f.uint(
      32, "general_profile_compatibility_flags", &profile.compatibility.rawValue, as: .hex)
    try f.uint(
      48, "general_constraint_indicator_flags", &profile.constraints.rawValue, as: .hex)
    try f.uint(8, "general_level_idc", &level.idc)
    try f.reserved(4, 0b1111)
    try f.uint(12, "min_spatial_segmentation_idc", &minSpatialSegmentationIDC)
    try f.reserved(6, 0b11_1111)
    try f.choice(2, "parallelismType", &parallelism, as: .names(Parallelism.names))
    try f.reserved(6, 0b11_1111)
    try f.choice(2, "chroma_format_idc", &chromaFormat, as: .names(ChromaFormat.names))
    try f.reserved(5, 0b1_1111)
    try f.uint(3, "bit_depth_luma_minus8", &bitDepthLumaMinus8)
    try f.reserved(5, 0b1_1111)
    try f.uint(3, "bit_depth_chroma_minus8", &bitDepthChromaMinus8)
    try f.uint(16, "avgFrameRate", &averageFrameRate)
    try f.uint(2, "constantFrameRate", &constantFrameRate)
    try f.uint(3, "numTemporalLayers", &temporalLayerCount)
    try f.flag("temporalIdNested", &isTemporalIDNested)
    try f.uint(2, "lengthSizeMinusOne", &lengthSizeMinusOne)
    try f.list("arrays", &arrays, count: .bits(8, "numOfArrays"))
  }
}

/// How a picture can be decoded by many at once (`parallelismType`, ISO/IEC 14496-15 §8.3.3.1.3).
public enum Parallelism: UInt8, Hashable, Sendable {
  /// Unknown, or of several kinds.
  case unknown
  case slices, tiles
  /// Rows of coding tree blocks ("wavefronts").
  case rows

  public static let names: ValueNames = [
    0: "unknown or mixed", 1: "slices", 2: "tiles", 3: "entropy coding sync",
  ]
}
