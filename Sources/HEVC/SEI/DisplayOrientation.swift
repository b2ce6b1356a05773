public import NALUnits

/// How pictures are to be turned (`display_orientation`, ITU-T H.265 §D.2.17).
public struct DisplayOrientation: SEIPayload {
  public static let payloadType: UInt32 = 47
  public static let name = "display_orientation"

  /// Nil if what was said before no longer holds.
  public var orientation: Orientation? = Orientation()

  public struct Orientation: Equatable, Sendable {
    public var flipsHorizontally = false
    public var flipsVertically = false
    /// In units of 360 / 65536 degrees, after flipping.
    public var anticlockwiseRotation: UInt16 = 0
    public var persists = false
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.cancellable("display_orientation_cancel_flag", &orientation, blank: Orientation()) {
      (orientation, f) throws(FieldError) in
      try f.flag("hor_flip", &orientation.flipsHorizontally)
      try f.flag("ver_flip", &orientation.flipsVertically)
      try f.uint(16, "anticlockwise_rotation", &orientation.anticlockwiseRotation)
      try f.flag("display_orientation_persistence_flag", &orientation.persists)
    }
  }
}
