public import FieldCoding
public import NALUnits

/// A picture at which decoding can start, though pictures need some time to become whole
/// (`recovery_point`, ITU-T H.264 §D.1.8).
public struct RecoveryPoint: SEIPayload {
  public static let payloadType: UInt32 = 6
  public static let name = "recovery_point"

  /// The number of frames after which pictures are right.
  public var frameCount: UInt32 = 0
  public var isExact = false
  public var isBrokenLink = false
  public var changingSliceGroupIDC: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.ue("recovery_frame_cnt", &frameCount)
    try f.flag("exact_match_flag", &isExact)
    try f.flag("broken_link_flag", &isBrokenLink)
    try f.uint(2, "changing_slice_group_idc", &changingSliceGroupIDC)
  }
}
