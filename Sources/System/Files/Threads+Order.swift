import Synchronization

extension Threads {
  /// Makes a value for each number from 0, several at once, and passes on the values in the order of their numbers.
  ///
  /// - Parameters:
  ///   - count: the number of values.
  ///   - threads: the number of values that are made at once.
  package static func inOrder<Value: Sendable>(
    _ count: Int, threads: Int, _ make: @Sendable (Int) -> Value, take: @Sendable (Value) -> Void
  ) {
    let state = Mutex(OrderedValues<Value>())
    run(threads) { _ in
      while let index = state.withLock({ $0.begin(of: count) }) {
        let value = make(index)
        state.withLock { state in
          state.done[index] = value
          while let value = state.done.removeValue(forKey: state.taken) {
            take(value)
            state.taken += 1
          }
        }
      }
    }
  }
}

private struct OrderedValues<Value: Sendable>: Sendable {
  var next = 0
  var taken = 0
  var done: [Int: Value] = [:]

  mutating func begin(of count: Int) -> Int? {
    guard next < count else { return nil }
    defer { next += 1 }
    return next
  }
}
