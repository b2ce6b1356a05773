public import FieldCoding

/// How two views share a picture (`frame_packing_arrangement`, ITU-T H.265 §D.2.16, as VVC has it
/// too; AVC states a repetition period instead of the persistence).
public struct FramePackingArrangement: SEIPayload {
  public static let payloadType: UInt32 = 45
  public static let name = "frame_packing_arrangement"

  public var id: UInt32 = 0
  /// Nil if what was said before no longer holds.
  public var arrangement: Arrangement? = Arrangement()
  public var hasUpsampledAspectRatio = false

  public struct Arrangement: Equatable, Sendable {
    public var type: UInt8 = 3
    public var isQuincunx = false
    public var contentInterpretation: UInt8 = 0
    public var hasSpatialFlipping = false
    public var flipsFrame0 = false
    public var areViewsFields = false
    public var isFrame0 = false
    public var isFrame0SelfContained = false
    public var isFrame1SelfContained = false
    /// In units of 1/16 sample; not with ``isQuincunx``, nor with a ``type`` of 5.
    public var frame0Position = GridPosition()
    public var frame1Position = GridPosition()
    public var reserved: UInt8 = 0
    public var persists = false
    public init() {}
  }

  public struct GridPosition: Equatable, Sendable {
    public var x: UInt8 = 0
    public var y: UInt8 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.ue("frame_packing_arrangement_id", &id)
    try f.cancellable(
      "frame_packing_arrangement_cancel_flag", &arrangement, blank: Arrangement()
    ) { (arrangement, f) throws(FieldError) in
      try arrangement.fields(&f)
    }
    try f.flag("upsampled_aspect_ratio_flag", &hasUpsampledAspectRatio)
  }

  /// ITU-T H.265 Table D.8.
  public static let types: ValueNames = [
    3: "side by side", 4: "top and bottom", 5: "alternating in time",
  ]

  /// ITU-T H.265 Table D.9.
  public static let interpretations: ValueNames = [
    0: "unspecified", 1: "frame 0 is the left view", 2: "frame 0 is the right view",
  ]
}

extension FramePackingArrangement.Arrangement {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(
      7, "frame_packing_arrangement_type", &type, as: .names(FramePackingArrangement.types))
    try f.flag("quincunx_sampling_flag", &isQuincunx)
    try f.uint(
      6, "content_interpretation_type", &contentInterpretation,
      as: .names(FramePackingArrangement.interpretations))
    try f.flag("spatial_flipping_flag", &hasSpatialFlipping)
    try f.flag("frame0_flipped_flag", &flipsFrame0)
    try f.flag("field_views_flag", &areViewsFields)
    try f.flag("current_frame_is_frame0_flag", &isFrame0)
    try f.flag("frame0_self_contained_flag", &isFrame0SelfContained)
    try f.flag("frame1_self_contained_flag", &isFrame1SelfContained)
    if !isQuincunx, type != 5 {
      try f.uint(4, "frame0_grid_position_x", &frame0Position.x)
      try f.uint(4, "frame0_grid_position_y", &frame0Position.y)
      try f.uint(4, "frame1_grid_position_x", &frame1Position.x)
      try f.uint(4, "frame1_grid_position_y", &frame1Position.y)
    }
    try f.uint(8, "frame_packing_arrangement_reserved_byte", &reserved)
    try f.flag("frame_packing_arrangement_persistence_flag", &persists)
  }
}
