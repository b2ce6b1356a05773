public import FieldCoding

/// The arrangement of two views in a picture (`frame_packing_arrangement`, ITU-T H.265 §D.2.16, also in VVC; the
/// message of AVC ends differently).
public struct FramePackingArrangement: SEIPayload {
  public static let payloadType: UInt32 = 45
  public static let name = "frame_packing_arrangement"

  /// `frame_packing_arrangement_id`: a number that identifies the arrangement.
  public var id: UInt32 = 0
  /// The arrangement from here on; nil if the message cancels the previous one.
  public var arrangement: Arrangement? = Arrangement()
  /// Whether the stated aspect ratio is that of the views after they were made larger.
  public var hasUpsampledAspectRatio = false

  /// An arrangement that holds from here on.
  public struct Arrangement: Equatable, Sendable {
    /// The positions of the views.
    public var packing = FramePacking()
    /// Whether it holds for more than the current picture.
    public var persists = false
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.ue("frame_packing_arrangement_id", &id)
    try f.cancellable(
      "frame_packing_arrangement_cancel_flag", &arrangement, blank: Arrangement()
    ) { (arrangement, f) throws(FieldError) in
      try arrangement.packing.fields(&f)
      try f.flag("frame_packing_arrangement_persistence_flag", &arrangement.persists)
    }
    try f.flag("upsampled_aspect_ratio_flag", &hasUpsampledAspectRatio)
  }
}
