public import FieldCoding

/// How pictures are to be flipped, and turned then: what AVC and HEVC say in `display_orientation`.
public struct DisplayTurn: FieldCodable {
  public var flipsHorizontally = false
  public var flipsVertically = false
  /// In units of 360 / 65536 degrees, after flipping.
  public var anticlockwiseRotation: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("hor_flip", &flipsHorizontally)
    try f.flag("ver_flip", &flipsVertically)
    try f.uint(16, "anticlockwise_rotation", &anticlockwiseRotation)
  }
}
