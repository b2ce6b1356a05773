import Synchronization

/// The blocks of a file whose bytes are all there.
///
/// Code asks for each byte that it reads, also on several threads at once, which would wait for one another if each
/// question took a lock.
struct FetchedBlocks: ~Copyable, Sendable {
  private static let wordCount = 512
  private let words: InlineArray<512, Atomic<UInt64>>
  /// The number of bytes of the file.
  private let count: Int
  /// The base-2 logarithm of the number of bytes in a block.
  private let shift: Int

  init(count: Int) {
    self.count = count
    var shift = 12
    while count >> shift >= FetchedBlocks.wordCount * 64 { shift += 1 }
    self.shift = shift
    words = InlineArray { _ in Atomic(0) }
  }

  /// Whether all bytes of a range of the file are known to be there. Those in blocks that are not complete are not.
  func contain(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return true }
    guard range.lowerBound >= 0, range.upperBound <= count else { return false }
    var block = range.lowerBound >> shift
    let last = (range.upperBound - 1) >> shift
    while block <= last {
      guard words[block >> 6].load(ordering: .acquiring) & (1 << (block & 63)) != 0 else {
        return false
      }
      block += 1
    }
    return true
  }

  /// Adds the blocks that are complete within a range of the file, whose bytes have been written.
  func add(_ range: Range<Int>) {
    let (range, size) = (range.clamped(to: 0..<count), 1 << shift)
    var block = (range.lowerBound + size - 1) >> shift
    // The last block ends with the file.
    let end = (range.upperBound == count ? count + size - 1 : range.upperBound) >> shift
    while block < end {
      words[block >> 6].bitwiseOr(1 << (block & 63), ordering: .releasing)
      block += 1
    }
  }
}
