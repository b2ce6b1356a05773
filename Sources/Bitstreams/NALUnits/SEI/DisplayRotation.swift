public import FieldCoding

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
