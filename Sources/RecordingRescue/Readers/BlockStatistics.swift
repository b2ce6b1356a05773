/// Uncompressed sound, which has no syntax: blocks of one size, and how many chunks of the reference have.
struct BlockStatistics: Sendable {
  /// The bytes of a block.
  let byteCount: Int
  /// The samples of a block: 1, but for sound that is coded in packets.
  let sampleCount: Int
  /// How many blocks chunks have, the most usual first.
  private(set) var usualCounts: [Int]

  /// - Parameter chunks: how many chunks have so many samples.
  init(byteCount: Int, sampleCount: Int, chunks: [Int: Int]) {
    self.byteCount = byteCount
    self.sampleCount = sampleCount
    usualCounts = chunks.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(6)
      .map { $0.key / sampleCount }.filter { $0 > 0 }
  }
}
