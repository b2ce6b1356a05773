extension RandomAccessCollection where Index == Int {
  /// The first index whose element meets a condition that all elements after it also meet; the end if there is
  /// none.
  ///
  /// This is a binary search: it tests about as many elements as the number of elements has bits.
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
