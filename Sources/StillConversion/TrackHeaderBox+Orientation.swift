import HEIF
import ISOBMFF
import Movie

extension TrackHeaderBox {
  /// The matrix as properties of an item; nil if it does more than turn by quarters, or mirror.
  var orientation: [Box]? {
    let one: Int32 = 0x1_0000
    var mirror = ImageMirror()
    switch (matrix.a, matrix.b, matrix.c, matrix.d) {
    case (-one, 0, 0, one): mirror.axis = 1
    case (one, 0, 0, -one): mirror.axis = 0
    default:
      guard let rotation else { return nil }
      // Counter-clockwise, by 90 degrees.
      var turn = ImageRotation()
      turn.angle = UInt8((360 - rotation) / 90 % 4)
      return turn.angle == 0 ? [] : [Box(turn)]
    }
    return [Box(mirror)]
  }
}
