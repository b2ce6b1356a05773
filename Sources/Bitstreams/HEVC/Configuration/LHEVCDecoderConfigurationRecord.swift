public import FieldCoding

/// How to set up a decoder for further layers of a stream: a second view, depth, more detail
/// (`LHEVCDecoderConfigurationRecord`, ISO/IEC 14496-15 §9.4.3.1.2; the body of `lhvC`).
public struct LHEVCDecoderConfigurationRecord: FieldCodable {
  public var configurationVersion: UInt8 = 1
  public var minSpatialSegmentationIDC: UInt16 = 0
  public var parallelism = Parallelism.unknown
  public var temporalLayerCount: UInt8 = 0
  public var isTemporalIDNested = false
  public var lengthSizeMinusOne: UInt8 = 3
  public var arrays: [NALUnitArray] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "configurationVersion", &configurationVersion)
    try f.reserved(4, 0b1111)
    try f.uint(12, "min_spatial_segmentation_idc", &minSpatialSegmentationIDC)
    try f.reserved(6, 0b11_1111)
    try f.choice(2, "parallelismType", &parallelism, as: .names(Parallelism.names))
    try f.reserved(2, 0b11)
    try f.uint(3, "numTemporalLayers", &temporalLayerCount)
    try f.flag("temporalIdNested", &isTemporalIDNested)
    try f.uint(2, "lengthSizeMinusOne", &lengthSizeMinusOne)
    try f.list("arrays", &arrays, count: .bits(8, "numOfArrays"))
  }
}
