extension RandomAccessCollection where Index == Int {
  /// The index of the first element of which something is so, if it is so of all elements behind it.
  func partitioningIndex(where isSo: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isSo(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension RangeSet<Int> {
  /// The first range that has a place, or is behind it.
  func firstRange(reachingBehind place: Int) -> Range<Int>? {
    let ranges = self.ranges
    let index = ranges.partitioningIndex { $0.upperBound > place }
    return index < ranges.endIndex ? ranges[index] : nil
  }
}
