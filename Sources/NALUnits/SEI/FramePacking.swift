public import FieldCoding

/// Where two views are in a picture: what all standards say in `frame_packing_arrangement`.
public struct FramePacking: FieldCodable {
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

  public struct GridPosition: Equatable, Sendable {
    public var x: UInt8 = 0
    public var y: UInt8 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(7, "frame_packing_arrangement_type", &type, as: .names(FramePacking.types))
    try f.flag("quincunx_sampling_flag", &isQuincunx)
    try f.uint(
      6, "content_interpretation_type", &contentInterpretation,
      as: .names(FramePacking.interpretations))
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
  }

  /// ITU-T H.264 Table D-8, of which ITU-T H.265 Table D.8 has 3 to 5.
  public static let types: ValueNames = [
    0: "checkerboard", 1: "columns alternate", 2: "rows alternate", 3: "side by side",
    4: "top and bottom", 5: "alternating in time", 6: "one view", 7: "tiles",
  ]

  /// ITU-T H.265 Table D.9.
  public static let interpretations: ValueNames = [
    0: "unspecified", 1: "frame 0 is the left view", 2: "frame 0 is the right view",
  ]
}
