public import FieldCoding

/// The positions of two views in a picture: the common part of `frame_packing_arrangement` in all standards.
public struct FramePacking: FieldCodable {
  /// `frame_packing_arrangement_type`; see ``types``.
  public var type: UInt8 = 3
  /// Whether the views have only every second sample of a row, as a chequered pattern has.
  public var isQuincunx = false
  /// `content_interpretation_type`; see ``interpretations``.
  public var contentInterpretation: UInt8 = 0
  /// Whether one of the views is flipped.
  public var hasSpatialFlipping = false
  /// Whether the view that is flipped is frame 0; only with ``hasSpatialFlipping``.
  public var flipsFrame0 = false
  /// Whether the two fields of a picture are the two views.
  public var areViewsFields = false
  /// Whether the picture is frame 0; only with a ``type`` of 5, where views alternate.
  public var isFrame0 = false
  /// Whether frame 0 is decoded without samples of frame 1.
  public var isFrame0SelfContained = false
  /// Whether frame 1 is decoded without samples of frame 0.
  public var isFrame1SelfContained = false
  /// The position of the samples of frame 0, in units of 1/16 sample; not with ``isQuincunx``, nor with a ``type`` of
  /// 5.
  public var frame0Position = GridPosition()
  /// The positions of the samples of frame 1, under the same conditions.
  public var frame1Position = GridPosition()
  /// `frame_packing_arrangement_reserved_byte`
  public var reserved: UInt8 = 0

  /// A position within a luma sample, in units of 1/16 of it.
  public struct GridPosition: Equatable, Sendable {
    /// The distance to the right, 0 to 15.
    public var x: UInt8 = 0
    /// The distance downwards, 0 to 15.
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

  /// The names of the values (ITU-T H.264 Table D-8; ITU-T H.265 Table D.8 has the values 3 to 5).
  public static let types: ValueNames = [
    0: "checkerboard", 1: "columns alternate", 2: "rows alternate", 3: "side by side",
    4: "top and bottom", 5: "alternating in time", 6: "one view", 7: "tiles",
  ]

  /// The names of the values (ITU-T H.265 Table D.9).
  public static let interpretations: ValueNames = [
    0: "unspecified", 1: "frame 0 is the left view", 2: "frame 0 is the right view",
  ]
}
