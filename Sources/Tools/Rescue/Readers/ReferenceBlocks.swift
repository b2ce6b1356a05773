import FieldCoding

/// Uncompressed audio, which has no syntax: blocks of one size, and how many chunks of the reference have.
struct ReferenceBlocks: Sendable {
  /// The bytes of a block.
  let byteCount: Int
  /// The number of samples in a block: 1, except for audio that is coded in packets.
  let sampleCount: Int
  /// What distinguishes audio from noise; nil if its values are not whole numbers of 1 to 4 bytes.
  let waves: PCMDetector?
  /// The numbers of blocks in chunks, the most frequent first.
  private(set) var usualCounts: [Int]

  /// - Parameter chunks: the number of chunks by their number of samples.
  init(byteCount: Int, sampleCount: Int, waves: PCMDetector?, chunks: [Int: Int]) {
    self.waves = waves
    self.byteCount = byteCount
    self.sampleCount = sampleCount
    usualCounts = chunks.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(6)
      .map { $0.key / sampleCount }.filter { $0 > 0 }
  }

  /// The evidence against such audio: the number of windows that are noise.
  func noise(in range: Range<Int>, of data: Bytes) -> Int {
    windows(in: range, of: data, noise: true)
  }

  /// The number of windows that are not noise.
  func audio(in range: Range<Int>, of data: Bytes) -> Int {
    windows(in: range, of: data, noise: false)
  }

  /// Fewer bytes do not show whether they are such audio.
  var leastShown: Int { waves?.windowSize ?? 256 * byteCount }

  /// Whether values show that bytes are such audio, and not the rest of coded data.
  func isSmooth(in range: Range<Int>, of data: Bytes) -> Bool {
    guard let waves else { return true }
    let size = min(waves.windowSize, range.count)
    let starts = [range.lowerBound, range.upperBound - size]
    return starts.allSatisfy { waves.isSmooth(in: $0..<$0 + size, of: data) == true }
  }

  /// In long ranges, only some windows are checked.
  private static let mostWindows = 64

  private func windows(in range: Range<Int>, of data: Bytes, noise: Bool) -> Int {
    guard let waves else { return 0 }
    guard range.count >= waves.windowSize else {
      return waves.isNoise(in: range, of: data).map { $0 == noise } == true ? 1 : 0
    }
    let step = max(
      waves.windowSize, range.count / ReferenceBlocks.mostWindows / byteCount * byteCount)
    return stride(from: range.lowerBound, through: range.upperBound - waves.windowSize, by: step)
      .count { waves.isNoise(in: $0..<$0 + waves.windowSize, of: data) == noise }
  }
}
