/// The image is rotated counter-clockwise for display.
public struct ImageRotation: BoxBody {
  public static let type: FourCC = "irot"
  public static let specification = "ISO/IEC 23008-12 §6.5.10"

  /// The angle in steps of 90 degrees, anticlockwise.
  public var angle: UInt8 = 0

  static let angles: ValueNames = [
    0: "none", 1: "90° counter-clockwise", 2: "180°", 3: "90° clockwise",
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(6)
    try f.uint(2, "angle", &angle, as: .names(ImageRotation.angles))
  }
}

/// The image is mirrored for display.
public struct ImageMirror: BoxBody {
  public static let type: FourCC = "imir"
  public static let specification = "ISO/IEC 23008-12 §6.5.12"

  /// The axis, with the definition of 2022; in the text of 2017, the values were exchanged.
  public var axis: UInt8 = 0

  static let axes: ValueNames = [
    0: "top and bottom exchanged", 1: "left and right exchanged",
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(7)
    try f.uint(1, "axis", &axis, as: .names(ImageMirror.axes))
  }
}
