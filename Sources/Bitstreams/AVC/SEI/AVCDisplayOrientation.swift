public import FieldCoding
public import NALUnits

/// How pictures are to be rotated (`display_orientation`, ITU-T H.264 §D.1.27).
public struct DisplayOrientation: SEIPayload {
  public static let payloadType: UInt32 = 47
  public static let name = "display_orientation"

  /// The orientation from here on; nil if the message cancels the previous one.
  public var orientation: Orientation? = Orientation()

  /// How pictures are to be rotated, and for how long (`display_orientation` without
  /// `display_orientation_cancel_flag`).
  public struct Orientation: Equatable, Sendable {
    public var rotation = DisplayRotation()
    /// 0 for only this picture, 1 until the next message, otherwise a number of pictures.
    public var repetitionPeriod: UInt32 = 0
    public var hasExtension = false
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.cancellable("display_orientation_cancel_flag", &orientation, blank: Orientation()) {
      (orientation, f) throws(FieldError) in
      try orientation.rotation.fields(&f)
      try f.ue("display_orientation_repetition_period", &orientation.repetitionPeriod)
      try f.flag("display_orientation_extension_flag", &orientation.hasExtension)
    }
  }
}
