public import FieldCoding

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
