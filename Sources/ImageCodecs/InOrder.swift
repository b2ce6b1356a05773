import Synchronization

/// Hands on numbered parts in their order, whichever thread brings which.
final class InOrder<Part: Sendable>: Sendable {
  fileprivate struct State {
    var next = 0
    /// Parts that came before their turn.
    var waiting: [Int: Part] = [:]
    /// Whether a thread is handing on.
    var isBusy = false
  }
  private let state = Mutex(State())

  /// How many parts were handed on.
  var count: Int { state.withLock { $0.next } }

  /// Hands on a part, and those that waited for it; a part before its turn is kept.
  ///
  /// - Parameter body: called by one thread at a time.
  func add(
    _ part: Part, at index: Int, _ body: (Part) throws(CodecError) -> Void
  ) throws(CodecError) {
    var turn = state.withLock { state -> Part? in
      state.waiting[index] = part
      return state.isBusy ? nil : state.take()
    }
    while let part = turn {
      try body(part)
      turn = state.withLock { state in
        state.next += 1
        return state.take()
      }
    }
  }
}

extension InOrder.State {
  /// The part whose turn it is.
  fileprivate mutating func take() -> Part? {
    let part = waiting.removeValue(forKey: next)
    isBusy = part != nil
    return part
  }
}
