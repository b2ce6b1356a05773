import FieldCoding

extension RangeSet<Int> {
  /// Whether a range has a place of the set.
  func intersects(_ range: Range<Int>) -> Bool {
    firstRange(reachingBehind: range.lowerBound)?.overlaps(range) ?? false
  }

  /// The first places from `start` on that are not in the set: `count` of them, or as many as there are before `end`.
  func free(from start: Int, count: Int, before end: Int) -> [Range<Int>] {
    var free: [Range<Int>] = []
    var (place, rest) = (start, count)
    while rest > 0, place < end {
      let next = firstRange(reachingBehind: place)
      if let next, next.contains(place) {
        place = next.upperBound
        continue
      }
      let range = place..<Swift.min(place + rest, next?.lowerBound ?? end, end)
      free.append(range)
      (place, rest) = (range.upperBound, rest - range.count)
    }
    return free
  }

  /// The first range that contains a place, or starts after it.
  func firstRange(reachingBehind place: Int) -> Range<Int>? {
    let ranges = self.ranges
    let index = ranges.partitioningIndex { $0.upperBound > place }
    return index < ranges.endIndex ? ranges[index] : nil
  }
}
