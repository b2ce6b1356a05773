public import FieldCoding
public import NALUnits

/// How two views share a picture (`frame_packing_arrangement`, ITU-T H.264 §D.1.26).
public struct FramePackingArrangement: SEIPayload {
  public static let payloadType: UInt32 = 45
  public static let name = "frame_packing_arrangement"

  public var id: UInt32 = 0
  /// The arrangement from here on; nil if the message cancels the previous one.
  public var arrangement: Arrangement? = Arrangement()
  public var hasExtension = false

  /// The positions and the persistence of views (`frame_packing_arrangement` without its cancel flag).
  public struct Arrangement: Equatable, Sendable {
    public var packing = FramePacking()
    /// 0 for only this picture, 1 until the next message, otherwise a number of pictures.
    public var repetitionPeriod: UInt32 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.ue("frame_packing_arrangement_id", &id)
    try f.cancellable(
      "frame_packing_arrangement_cancel_flag", &arrangement, blank: Arrangement()
    ) { (arrangement, f) throws(FieldError) in
      try arrangement.packing.fields(&f)
      try f.ue("frame_packing_arrangement_repetition_period", &arrangement.repetitionPeriod)
    }
    try f.flag("frame_packing_arrangement_extension_flag", &hasExtension)
  }
}
