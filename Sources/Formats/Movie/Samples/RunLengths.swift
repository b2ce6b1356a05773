/// The rows of `stts`, `ctts` and `sbgp`: numbers of consecutive samples with the same value, and the value.
package struct RunLengths {
  /// The rows, one after the other.
  package private(set) var values: [Int64] = []
  /// The least value; 0 if there is none.
  package private(set) var least: Int64 = 0

  package init() {}

  package mutating func append(_ value: Int64, count: Int = 1) {
    least = min(least, value)
    if let last = values.last, last == value {
      values[values.count - 2] += Int64(count)
    } else {
      values += [Int64(count), value]
    }
  }

  /// The last value; nil if there are none.
  package var last: Int64? { values.last }

  package mutating func removeLast() {
    guard values.count >= 2 else { return }
    values[values.count - 2] -= 1
    if values[values.count - 2] == 0 { values.removeLast(2) }
  }

  /// The common value; nil if values differ, or if there are none.
  package var only: Int64? { values.count == 2 ? values[1] : nil }

  /// The common value of all but the first; nil if they differ.
  package var onlyAfterFirst: Int64? {
    values.count == 4 && values[0] == 1 ? values[3] : only
  }

  /// The values one by one.
  package var each: Values { Values(runs: values) }

  package struct Values: Sequence, IteratorProtocol {
    private let runs: [Int64]
    private var position = 0
    private var used: Int64 = 0

    fileprivate init(runs: [Int64]) { self.runs = runs }

    package mutating func next() -> Int64? {
      while position < runs.count, used == runs[position] { (position, used) = (position + 2, 0) }
      guard position < runs.count else { return nil }
      used += 1
      return runs[position + 1]
    }
  }

  /// Whether any value differs from this one.
  package func hasOther(than value: Int64) -> Bool {
    stride(from: 1, to: values.count, by: 2).contains { values[$0] != value }
  }
}
