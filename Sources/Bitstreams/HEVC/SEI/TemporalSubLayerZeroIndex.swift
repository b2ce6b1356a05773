public import NALUnits

/// Counts the pictures of the lowest temporal sub-layer, so that a lost one is missed
/// (`temporal_sub_layer_zero_idx`, ITU-T H.265 §D.2.23).
public struct TemporalSubLayerZeroIndex: SEIPayload {
  public static let payloadType: UInt32 = 131
  public static let name = "temporal_sub_layer_zero_idx"

  public var index: UInt8 = 0
  public var randomAccessPictureID: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "temporal_sub_layer_zero_idx", &index)
    try f.uint(8, "irap_pic_id", &randomAccessPictureID)
  }
}
