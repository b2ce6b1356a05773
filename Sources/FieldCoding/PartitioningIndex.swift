extension RandomAccessCollection where Index == Int {
  /// The first index whose element is so, where all behind it are so, too; the end if none is.
  ///
  /// It looks at few elements: their number has as many bits.
  @inlinable
  package func partitioningIndex(where isSo: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isSo(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
