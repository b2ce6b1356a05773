import FieldCoding

/// Whether bytes could be uncompressed audio: audio is smooth, and coded data is noise.
struct PCMDetector: Sendable {
  private let format: Format
  private let channels: Int
  /// The number of bytes of a value; only the two highest bytes are used.
  private let size: Int

  /// The coding of a value.
  enum Format: Sendable {
    /// A whole number with a sign.
    case signed(isLittleEndian: Bool)
    /// One byte; 128 is silence.
    case unsigned
    /// One byte of ITU-T G.711.
    case muLaw
    case aLaw
  }

  /// The number of samples of one channel that are checked together.
  private static let window = 256

  /// The number of bytes that are checked together.
  var windowSize: Int { PCMDetector.window * channels * size }

  init(format: Format, channels: Int, size: Int) {
    self.format = format
    self.channels = channels
    self.size = size
  }

  /// Fewer samples show nothing.
  private static let fewest = 32

  /// Whether bytes are loud noise: values that have nothing to do with those before them. Nil if they are too few.
  func isNoise(in range: Range<Int>, of data: Bytes) -> Bool? {
    // For independent values, the mean square of differences is twice that of the values; for values of all sizes, that
    // is a twelfth of the square of the range.
    measure(range, of: data).map { $0.energy > 8000 * 8000 && $0.change * 2 > $0.energy * 3 }
  }

  /// Whether bytes are quiet, or values mostly follow those before them. Nil if they are too few.
  func isSmooth(in range: Range<Int>, of data: Bytes) -> Bool? {
    measure(range, of: data).map { $0.energy < 1000 * 1000 || $0.change < $0.energy }
  }

  /// The mean squares of values and of their differences.
  private func measure(_ range: Range<Int>, of data: Bytes) -> (energy: Int, change: Int)? {
    let samples = range.count / (channels * size)
    // A copy, because each of its bytes is read.
    guard samples >= PCMDetector.fewest, let bytes = data.part(range) else { return nil }
    let window = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    var (energy, change, previous) = (0, 0, 0)
    for index in 0..<samples {
      let value = value(at: index * channels * size, in: window)
      energy += value * value
      if index > 0 { change += (value - previous) * (value - previous) }
      previous = value
    }
    return (energy / samples, change / samples)
  }

  /// A value of 16 bits with a sign.
  private func value(at index: Int, in data: [UInt8]) -> Int {
    let first = Int(data[index])
    switch format {
    case .signed(let isLittleEndian):
      let bits: Int
      if size == 1 {
        bits = first << 8
      } else if isLittleEndian {
        bits = Int(data[index + size - 1]) << 8 | Int(data[index + size - 2])
      } else {
        bits = first << 8 | Int(data[index + 1])
      }
      return bits < 0x8000 ? bits : bits - 0x1_0000
    case .unsigned: return (first - 128) << 8
    case .muLaw:
      let code = first ^ 0xFF
      let magnitude = ((code & 15) << 3 + 132) << (code >> 4 & 7) - 132
      return code & 0x80 != 0 ? -magnitude : magnitude
    case .aLaw:
      let code = first ^ 0x55
      let (segment, step) = (code >> 4 & 7, (code & 15) << 4 + 8)
      let magnitude = segment == 0 ? step : (step + 256) << (segment - 1)
      return code & 0x80 != 0 ? magnitude : -magnitude
    }
  }
}
