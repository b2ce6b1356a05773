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
