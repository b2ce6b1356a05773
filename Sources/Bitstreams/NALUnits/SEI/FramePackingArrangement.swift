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

/// How pictures are to be flipped, and rotated then: what AVC and HEVC say in `display_orientation`.
public struct DisplayRotation: FieldCodable {
  /// Whether left and right are to be exchanged.
  public var flipsHorizontally = false
  /// Whether top and bottom are to be exchanged.
  public var flipsVertically = false
  /// The rotation after flipping, in units of 360 / 65536 degrees, anticlockwise.
  public var anticlockwiseRotation: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("hor_flip", &flipsHorizontally)
    try f.flag("ver_flip", &flipsVertically)
    try f.uint(16, "anticlockwise_rotation", &anticlockwiseRotation)
  }
}

/// A projection of a sphere whose latitudes are rows, and whose longitudes are columns
/// (`equirectangular_projection`, ITU-T H.265 §D.2.41.1).
public struct EquirectangularProjection: SEIPayload {
  public static let payloadType: UInt32 = 150
  public static let name = "equirectangular_projection"

  /// The projection from here on; nil if the message cancels the previous one.
  public var projection: Projection? = Projection()

  /// A projection that holds from here on.
  public struct Projection: Equatable, Sendable {
    /// Whether it holds for more than the current picture.
    public var persists = false
    /// The guard bands: columns that do not belong to the sphere; nil if there are none.
    public var guardBand: GuardBand?
    /// `erp_reserved_zero_2bits`
    public var reserved: UInt8 = 0
    public init() {}
  }

  /// Columns at the sides that are not a part of the sphere.
  public struct GuardBand: Equatable, Sendable {
    /// `erp_guard_band_type`, 0 to 7: how the samples came about.
    public var type: UInt8 = 0
    /// The width at the left side, in luma samples.
    public var leftWidth: UInt8 = 0
    /// The width at the right side, in luma samples.
    public var rightWidth: UInt8 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.cancellable("erp_cancel_flag", &projection, blank: Projection()) {
      (projection, f) throws(FieldError) in
      try f.flag("erp_persistence_flag", &projection.persists)
      try f.presence("erp_guard_band_flag", of: &projection.guardBand, blank: GuardBand())
      try f.uint(2, "erp_reserved_zero_2bits", &projection.reserved)
      guard var band = projection.guardBand else { return }
      try f.uint(3, "erp_guard_band_type", &band.type)
      try f.uint(8, "erp_left_guard_band_width", &band.leftWidth)
      try f.uint(8, "erp_right_guard_band_width", &band.rightWidth)
      projection.guardBand = band
    }
  }
}

/// The picture is the six sides of a cube around the camera (`cubemap_projection`, ITU-T H.265
/// §D.2.41.2).
public struct CubemapProjection: SEIPayload {
  public static let payloadType: UInt32 = 151
  public static let name = "cubemap_projection"

  /// Whether it applies to more than the current picture; nil if it cancels the previous message.
  public var persists: Bool? = false

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.cancellable("cmp_cancel_flag", &persists, blank: false) {
      (persists, f) throws(FieldError) in
      try f.flag("cmp_persistence_flag", &persists)
    }
  }
}

/// How a sphere is rotated (`sphere_rotation`, ITU-T H.265 §D.2.41.4).
public struct SphereRotation: SEIPayload {
  public static let payloadType: UInt32 = 154
  public static let name = "sphere_rotation"

  /// The rotation from here on; nil if the message cancels the previous one.
  public var rotation: Rotation? = Rotation()

  /// A rotation, in units of 2^-16 degrees.
  public struct Rotation: Equatable, Sendable {
    /// Whether it holds for more than the current picture.
    public var persists = false
    /// `sphere_rotation_reserved_zero_6bits`
    public var reserved: UInt8 = 0
    /// The angle about the vertical axis, less than 180 degrees either way.
    public var yaw: Int32 = 0
    /// The angle about the axis from side to side, at most 90 degrees either way.
    public var pitch: Int32 = 0
    /// The angle about the axis from back to front, less than 180 degrees either way.
    public var roll: Int32 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.cancellable("sphere_rotation_cancel_flag", &rotation, blank: Rotation()) {
      (rotation, f) throws(FieldError) in
      try f.flag("sphere_rotation_persistence_flag", &rotation.persists)
      try f.uint(6, "sphere_rotation_reserved_zero_6bits", &rotation.reserved)
      try f.int(32, "yaw_rotation", &rotation.yaw, as: .fixed(fraction: 16))
      try f.int(32, "pitch_rotation", &rotation.pitch, as: .fixed(fraction: 16))
      try f.int(32, "roll_rotation", &rotation.roll, as: .fixed(fraction: 16))
    }
  }
}
