import Synchronization

/// Passes on numbered parts in their order, from any threads.
final class OrderedBands<Part: Sendable>: Sendable {
  fileprivate struct State {
    var next = 0
    /// Parts that came too early.
    var waiting: [Int: Part] = [:]
    /// Whether a thread is handing on.
    var isBusy = false
  }
  private let state = Mutex(State())

  /// The number of parts that were passed on.
  var count: Int { state.withLock { $0.next } }

  /// Passes on a part, and those that waited for it; a part that is too early is kept.
  ///
  /// - Parameter body: called by one thread at a time.
  func add(
    _ part: Part, at index: Int, _ body: (Part) throws(CodecError) -> Void
  ) throws(CodecError) {
    var due = state.withLock { state -> Part? in
      state.waiting[index] = part
      return state.isBusy ? nil : state.take()
    }
    while let part = due {
      try body(part)
      due = state.withLock { state in
        state.next += 1
        return state.take()
      }
    }
  }
}

extension OrderedBands.State {
  /// The next part in the order.
  fileprivate mutating func take() -> Part? {
    let part = waiting.removeValue(forKey: next)
    isBusy = part != nil
    return part
  }
}
