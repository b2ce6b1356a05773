import TestSupport
import Testing

@testable import Files

@Suite struct FetchedBlocksTests {
  /// Ranges are added as they come, and what is there around them is stated.
  @Test(arguments: [1, 4096, 4097, 100_000, 500_000_123])
  func rangesOfCompleteBlocksAreThere(count: Int) {
    var noise = Noise(state: UInt64(count))
    let blocks = FetchedBlocks(count: count)
    // The macros copy what they look at.
    func has(_ range: Range<Int>) -> Bool { blocks.contain(range) }
    var there = RangeSet<Int>()
    func range() -> Range<Int> {
      let start = Int.random(in: 0..<count, using: &noise)
      return start..<min(count, start + Int.random(in: 1...max(1, count / 4), using: &noise))
    }
    for _ in 0..<8 {
      let added = range()
      there.insert(contentsOf: added)
      for part in there.ranges where part.contains(added.lowerBound) { blocks.add(part) }
      for _ in 0..<200 {
        let asked = range()
        if has(asked) { #expect(RangeSet(asked).isSubset(of: there)) }
      }
    }
    blocks.add(0..<count)
    #expect(has(0..<count) && has(count - 1..<count))
    #expect(!has(0..<count + 1) && !has(-1..<1))
  }

  @Test func aBlockIsThereOnceAllOfItIs() {
    let blocks = FetchedBlocks(count: 10_000)
    func has(_ range: Range<Int>) -> Bool { blocks.contain(range) }
    blocks.add(1..<8191)
    #expect(!has(4096..<4097))
    blocks.add(1..<8192)
    #expect(has(4096..<8192) && !has(4095..<4097))
    // The last block is as long as the file.
    blocks.add(8192..<10_000)
    #expect(has(4096..<10_000))
  }
}
