import HEIF
import ISOBMFF
import Movie

extension Track {
  /// The last sync sample up to a sample, both from 0; without a table, every sample is one.
  func syncSample(upTo sample: Int) -> Int {
    let table = box.children.at("mdia", "minf", "stbl")
    guard let numbers = table.first(SyncSampleBox.self)?.entries, numbers.count > 0 else {
      return sample
    }
    var last = numbers[0, 0]
    for row in 0..<numbers.count where numbers[row, 0] <= Int64(sample) + 1 {
      last = max(last, numbers[row, 0])
    }
    return Int(max(last - 1, 0))
  }
}

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
