/// Samples without any order that an image could have, eight bytes at a time: memory that still has
/// them was never decoded into.
struct SentinelMarks {
  /// The number of words of a block of 8 samples in a row.
  let wordsInBlock: Int
  /// The marks of a row start at an index in here that differs from row to row.
  private let words: [UInt64]
  private static let starts = 256
  /// The highest bit of each sample's bytes.
  private let tops: UInt64

  /// - Parameters:
  ///   - blocks: of 8 samples in a row.
  ///   - bitDepth: no mark is larger than it allows.
  init(blocks: Int, bitDepth: Int) {
    let isWide = bitDepth > 8
    let ones: UInt64 = isWide ? 0x0001_0001_0001_0001 : 0x0101_0101_0101_0101
    let samples = ones &* ((1 << UInt64(bitDepth)) - 1)
    tops = ones << (isWide ? 15 : 7)
    wordsInBlock = isWide ? 2 : 1
    words = (1...blocks * wordsInBlock + SentinelMarks.starts).map { number in
      let product = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
      return (product ^ product >> 29) &* 0xBF58_476D_1CE4_E5B9 & samples
    }
  }

  /// The number of bytes of the marks of a row.
  var bytesInRow: Int { (words.count - SentinelMarks.starts) * 8 }

  /// Neighbouring rows begin far from each other.
  @inline(__always)
  private func start(_ y: Int) -> Int { y &* 149 & (SentinelMarks.starts - 1) }

  /// The marks of a word of a row.
  @inline(__always)
  func word(_ index: Int, _ y: Int) -> UInt64 { words[start(y) + index] }

  /// Writes the marks of a row, which has to be large enough.
  func write(_ y: Int, to row: UnsafeMutableRawPointer) {
    unsafe words.withUnsafeBytes { bytes in
      // There are as many words from every start on as a row has.
      unsafe UnsafeMutableRawBufferPointer(start: row, count: bytesInRow).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[(start(y) * 8)...].prefix(bytesInRow)))
    }
  }

  /// A bit for each sample of a word that still has its mark.
  @inline(__always)
  func same(_ word: UInt64, _ index: Int, _ y: Int) -> UInt64 {
    let difference = word ^ self.word(index, y)
    // The top bit of each sample is set unless all of its bits are zero; no carry leaves a sample.
    return ~((difference & ~tops) &+ ~tops | difference) & tops
  }
}
