import FieldCoding

extension RangeSet<Int> {
  /// The first range that has a place, or is behind it.
  func firstRange(reachingBehind place: Int) -> Range<Int>? {
    let ranges = self.ranges
    let index = ranges.partitioningIndex { $0.upperBound > place }
    return index < ranges.endIndex ? ranges[index] : nil
  }
}
