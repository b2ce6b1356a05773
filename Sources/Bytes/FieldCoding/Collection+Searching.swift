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

extension Sequence {
  /// The first result that is not nil, of elements in their order.
  ///
  /// Each element is asked once. A lazy `compactMap` asks twice, which ends the program if the second answer is nil: of a file
  /// that another program changes, or of a call to the system that fails once.
  package func firstNonNil<Result>(_ transform: (Element) -> Result?) -> Result? {
    for element in self {
      if let result = transform(element) { return result }
    }
    return nil
  }
}
