import FieldCoding

/// Whether bytes could be uncompressed sound: sound is smooth, and coded data is noise.
struct PCMDetector: Sendable {
  private let coding: Coding
  private let channels: Int
  /// The number of bytes of a value; only the two highest bytes are used.
  private let size: Int

  /// The coding of a value.
  enum Coding: Sendable {
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

  init(coding: Coding, channels: Int, size: Int) {
    self.coding = coding
    self.channels = channels
    self.size = size
  }

  /// Whether the bytes from a place on are loud noise: values that have nothing to do with those before them.
  func isNoise(at start: Int, in data: Bytes) -> Bool {
    // A copy, because each of its bytes is read.
    guard let window = data.part(start..<start + windowSize).map(Array.init) else { return false }
    var (energy, change, previous) = (0, 0, 0)
    for index in 0..<PCMDetector.window {
      let value = value(at: index * channels * size, in: window)
      energy += value * value
      if index > 0 { change += (value - previous) * (value - previous) }
      previous = value
    }
    // For independent values, the mean square of differences is twice that of the values; for values of all sizes, that
    // is a twelfth of the square of the range.
    return energy > PCMDetector.window * 8000 * 8000 && change * 2 > energy * 3
  }

  /// A value of 16 bits with a sign.
  private func value(at place: Int, in data: [UInt8]) -> Int {
    let first = Int(data[place])
    switch coding {
    case .signed(let isLittleEndian):
      let bits: Int
      if size == 1 {
        bits = first << 8
      } else if isLittleEndian {
        bits = Int(data[place + size - 1]) << 8 | Int(data[place + size - 2])
      } else {
        bits = first << 8 | Int(data[place + 1])
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
