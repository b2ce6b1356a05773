import HEIF
package import ISOBMFF
import Movie

extension TransformationMatrix {
  /// How it rotates and mirrors images, as properties of an item, in the order in which they are applied; nil if it does
  /// more than that, and scale and move.
  package var orientation: [Box]? {
    guard let matrix = unscaled else { return nil }
    let one: Int32 = 0x1_0000
    switch (matrix.a, matrix.b, matrix.c, matrix.d) {
    case (-one, 0, 0, one): return [.mirror(axis: 1)]
    case (one, 0, 0, -one): return [.mirror(axis: 0)]
    // Rows become columns. The other case reverses them.
    case (0, one, one, 0): return [.mirror(axis: 1), .rotation(quarters: 1)]
    case (0, -one, -one, 0): return [.mirror(axis: 1), .rotation(quarters: 3)]
    default:
      guard let rotation else { return nil }
      let quarters = UInt8((360 - rotation) / 90 % 4)
      return quarters == 0 ? [] : [.rotation(quarters: quarters)]
    }
  }
}

extension Box {
  /// - Parameter axis: 1 to exchange left and right, 0 to exchange top and bottom.
  fileprivate static func mirror(axis: UInt8) -> Box {
    var mirror = ImageMirror()
    mirror.axis = axis
    return Box(mirror)
  }

  /// - Parameter quarters: counter-clockwise.
  fileprivate static func rotation(quarters: UInt8) -> Box {
    var rotation = ImageRotation()
    rotation.angle = quarters
    return Box(rotation)
  }
}
