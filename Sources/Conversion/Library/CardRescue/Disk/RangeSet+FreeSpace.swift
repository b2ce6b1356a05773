import FieldCoding

extension RangeSet<Int> {
  /// Whether a range overlaps the set.
  func intersects(_ range: Range<Int>) -> Bool {
    firstRange(reachingBehind: range.lowerBound)?.overlaps(range) ?? false
  }

  /// The first offsets from `start` on that are not in the set: `count` of them, or as many as there are before `end`.
  func free(from start: Int, count: Int, before end: Int) -> [Range<Int>] {
    var free: [Range<Int>] = []
    var (offset, rest) = (start, count)
    while rest > 0, offset < end {
      let next = firstRange(reachingBehind: offset)
      if let next, next.contains(offset) {
        offset = next.upperBound
        continue
      }
      let range = offset..<Swift.min(offset + rest, next?.lowerBound ?? end, end)
      free.append(range)
      (offset, rest) = (range.upperBound, rest - range.count)
    }
    return free
  }

  /// The first range that contains an offset, or starts after it.
  func firstRange(reachingBehind offset: Int) -> Range<Int>? {
    let ranges = self.ranges
    let index = ranges.partitioningIndex { $0.upperBound > offset }
    return index < ranges.endIndex ? ranges[index] : nil
  }
}
