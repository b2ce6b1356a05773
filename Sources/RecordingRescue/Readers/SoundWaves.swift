import FieldCoding

/// Whether bytes could be uncompressed sound of whole numbers: sound is smooth, and what is coded is noise.
struct SoundWaves: Sendable {
  private let isLittleEndian: Bool
  private let channels: Int
  /// The number of bytes of a value, at least 2; only the two highest bytes are used.
  private let size: Int

  /// The number of samples of one channel that are checked together.
  private static let window = 256

  /// The number of bytes that are checked together.
  var windowSize: Int { SoundWaves.window * channels * size }

  init(isLittleEndian: Bool, channels: Int, size: Int) {
    self.isLittleEndian = isLittleEndian
    self.channels = channels
    self.size = size
  }

  /// Whether the bytes from a place on are loud noise: values that have nothing to do with those before them.
  func isNoise(at start: Int, in data: Bytes) -> Bool {
    guard start + windowSize <= data.count else { return false }
    var (energy, change, previous) = (0, 0, 0)
    for index in 0..<SoundWaves.window {
      let place = start + index * channels * size + (isLittleEndian ? size - 2 : 0)
      let (first, second) = (Int(data[place]), Int(data[place + 1]))
      let bits = isLittleEndian ? second << 8 | first : first << 8 | second
      let value = bits < 0x8000 ? bits : bits - 0x1_0000
      energy += value * value
      if index > 0 { change += (value - previous) * (value - previous) }
      previous = value
    }
    // Of independent values, squares of differences are twice the squares; of values of all sizes, these are a
    // twelfth of the square of the range.
    return energy > SoundWaves.window * 8000 * 8000 && change * 2 > energy * 3
  }
}
