import FieldCoding

/// Blocks that a failed card gave as zeros. They are searched for once, from the start to the end, and only as far as
/// callers need them.
///
/// Silence of uncompressed audio is zeros, too: mostly, it neither begins nor ends where blocks of a card do.
struct ZeroedBlocks {
  private let data: Bytes
  /// The first offset at which a block of the card begins.
  private let first: Int
  /// Found ones that are still of use, in ascending order.
  private var found: [Range<Int>] = []
  /// Up to here all have been found.
  private var searched: Int

  private static let blockSize = Bytes.lostBlockSize
  /// So many zeros beside lost blocks can be data.
  private static let mostZerosBeside = 24

  init(_ data: Bytes) {
    self.data = data
    let size = ZeroedBlocks.blockSize
    first = (size - data.fileOffset % size) % size
    searched = first
  }

  /// The first ones in a row that begin before `end`, and end after `start`.
  mutating func next(from start: Int, before end: Int) -> Range<Int>? {
    search(upTo: end)
    return found.first { $0.upperBound > start && $0.lowerBound < end }
  }

  /// Drops those that end before a byte.
  mutating func forget(before start: Int) {
    if let first = found.first, first.upperBound < start {
      found.removeAll { $0.upperBound < start }
    }
  }

  private mutating func search(upTo end: Int) {
    while searched < end, isZero(at: searched) != nil {
      var last = searched
      while isZero(at: last) == true { last += ZeroedBlocks.blockSize }
      let (before, after) = (zeros(before: searched), zeros(from: last))
      if last > searched, min(before, after) <= ZeroedBlocks.mostZerosBeside {
        // Silence on one side cannot be told from them.
        let isLonger = max(before, after) > ZeroedBlocks.mostZerosBeside
        found.append(
          isLonger ? searched - before..<last + after : searched..<last)
      }
      searched = last + ZeroedBlocks.blockSize
    }
  }

  /// Whether a block is zeros; nil at the end of the data.
  private func isZero(at start: Int) -> Bool? {
    guard let block = data.part(start..<start + ZeroedBlocks.blockSize) else { return nil }
    return block.first == 0 && block.last == 0 && block.isZero
  }

  private func zeros(before offset: Int) -> Int {
    data.part(max(0, offset - ZeroedBlocks.blockSize)..<offset)?.reversed()
      .prefix { $0 == 0 }.count ?? 0
  }

  private func zeros(from offset: Int) -> Int {
    data.part(offset..<min(data.count, offset + ZeroedBlocks.blockSize))?
      .prefix { $0 == 0 }.count ?? 0
  }
}
