public import ISOBMFF

extension TrackHeaderBox {
  /// The rotation of the picture for display, in degrees clockwise; nil if the matrix is not only a rotation
  /// by a multiple of 90 degrees (ISO/IEC 14496-12 §8.3.2: x' = ax + cy + tx, y' = bx + dy + ty).
  public var rotation: Int? {
    let one: Int32 = 0x1_0000
    switch (matrix.a, matrix.b, matrix.c, matrix.d) {
    case (one, 0, 0, one): return 0
    case (0, one, -one, 0): return 90
    case (-one, 0, 0, -one): return 180
    case (0, -one, one, 0): return 270
    default: return nil
    }
  }

  /// The rotation of the picture after it is mirrored at its vertical axis, in degrees clockwise; nil if the matrix is
  /// not a mirroring with a rotation by a multiple of 90 degrees.
  public var mirroredRotation: Int? {
    var mirrored = self
    // The picture is mirrored first: x changes its sign.
    let (a, b) = matrix.a == .min || matrix.b == .min ? (0, 0) : (-matrix.a, -matrix.b)
    (mirrored.matrix.a, mirrored.matrix.b) = (a, b)
    return mirrored.rotation
  }

  /// Whether width and height are exchanged when the picture is shown.
  public var swapsSides: Bool { (rotation ?? mirroredRotation ?? 0) % 180 != 0 }
}
