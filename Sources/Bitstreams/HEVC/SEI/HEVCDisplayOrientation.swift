public import NALUnits

/// How pictures are to be rotated (`display_orientation`, ITU-T H.265 §D.2.17).
public struct DisplayOrientation: SEIPayload {
  public static let payloadType: UInt32 = 47
  public static let name = "display_orientation"

  /// The orientation from here on; nil if the message cancels the previous one.
  public var orientation: Orientation? = Orientation()

  /// How pictures are to be rotated (`display_orientation` without
  /// `display_orientation_cancel_flag`).
  public struct Orientation: Equatable, Sendable {
    public var rotation = DisplayRotation()
    public var persists = false
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.cancellable("display_orientation_cancel_flag", &orientation, blank: Orientation()) {
      (orientation, f) throws(FieldError) in
      try orientation.rotation.fields(&f)
      try f.flag("display_orientation_persistence_flag", &orientation.persists)
    }
  }
}
