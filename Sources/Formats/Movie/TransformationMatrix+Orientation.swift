public import ISOBMFF

/// Matrices that rotate by right angles, mirror and scale (ISO/IEC 14496-12 §8.3.2: x' = ax + cy + tx, y' = bx + dy + ty).
extension TransformationMatrix {
  private static let one: Int32 = 0x1_0000

  /// What is left of the matrix without its scale: numbers of -1, 0 and 1; nil if it does more than rotate by right angles,
  /// mirror, scale and move.
  public var unscaled: TransformationMatrix? {
    guard u == 0, v == 0, w == 0x4000_0000,
      a != 0 && b == 0 && c == 0 && d != 0 || a == 0 && b != 0 && c != 0 && d == 0
    else { return nil }
    var matrix = self
    (matrix.a, matrix.b) = (a.signum() * Self.one, b.signum() * Self.one)
    (matrix.c, matrix.d) = (c.signum() * Self.one, d.signum() * Self.one)
    return matrix
  }

  /// The factors by which it scales the width and the height that a frame has before it is rotated, in 1/65536; nil
  /// like ``unscaled``.
  public var scale: (width: UInt32, height: UInt32)? {
    unscaled.map { _ in (max(a.magnitude, b.magnitude), max(c.magnitude, d.magnitude)) }
  }

  /// The rotation of the frame for display, in degrees clockwise; nil if the matrix does more than rotate by a multiple
  /// of 90 degrees, scale and move.
  public var rotation: Int? {
    guard let matrix = unscaled else { return nil }
    let one = Self.one
    switch (matrix.a, matrix.b, matrix.c, matrix.d) {
    case (one, 0, 0, one): return 0
    case (0, one, -one, 0): return 90
    case (-one, 0, 0, -one): return 180
    case (0, -one, one, 0): return 270
    default: return nil
    }
  }

  /// The rotation of the frame after it is mirrored at its vertical axis, in degrees clockwise; nil if the matrix does
  /// not mirror, or does more than that.
  public var mirroredRotation: Int? {
    guard var mirrored = unscaled else { return nil }
    // The frame is mirrored first: x changes its sign.
    (mirrored.a, mirrored.b) = (-mirrored.a, -mirrored.b)
    return mirrored.rotation
  }

  /// Whether width and height are exchanged when the frame is shown.
  public var swapsSides: Bool { a == 0 && d == 0 && unscaled != nil }

  /// This matrix, followed by another one. One that is not affine is not applied.
  package func followed(by next: TransformationMatrix) -> TransformationMatrix {
    guard next != TransformationMatrix(), u == 0, v == 0, next.u == 0, next.v == 0,
      next.w == 0x4000_0000
    else { return self }
    func sum(_ x: Int32, _ a: Int32, _ y: Int32, _ b: Int32, _ offset: Int32 = 0) -> Int32 {
      let product = Int128(x) * Int128(a) + Int128(y) * Int128(b)
      return Int32(clamping: (product + 0x8000) >> 16 + Int128(offset))
    }
    var matrix = self
    (matrix.a, matrix.b) = (sum(a, next.a, b, next.c), sum(a, next.b, b, next.d))
    (matrix.c, matrix.d) = (sum(c, next.a, d, next.c), sum(c, next.b, d, next.d))
    matrix.x = sum(x, next.a, y, next.c, next.x)
    matrix.y = sum(x, next.b, y, next.d, next.y)
    return matrix
  }
}

extension Track {
  /// The shape of the pixels of a sample entry before the frame is rotated: how much wider than high they are shown. A
  /// matrix that scales width and height differently scales the size that the track header states, which includes the
  /// aspect ratio that a sample entry states for its pixels (§8.3.2).
  package func pixelShape(of entry: Box) -> PixelAspectRatioBox {
    let stated = entry.children.first(PixelAspectRatioBox.self)
    var shape = PixelAspectRatioBox()
    if let stated, stated.hSpacing > 0, stated.vSpacing > 0 { shape = stated }
    guard let scale = matrix.scale, scale.width != scale.height,
      let visual = entry[VisualSampleEntry.self], visual.width > 0, visual.height > 0
    else { return shape }
    var ratio = Double(shape.hSpacing) / Double(shape.vSpacing)
    if let header, header.width > 0, header.height > 0 {
      ratio =
        Double(header.width) / Double(visual.width) * Double(visual.height) / Double(header.height)
    }
    ratio *= Double(scale.width) / Double(scale.height)
    guard (0.01...100).contains(ratio) else { return shape }
    shape.vSpacing = 100_000
    shape.hSpacing = UInt32((ratio * Double(shape.vSpacing)).rounded())
    return shape
  }
}
