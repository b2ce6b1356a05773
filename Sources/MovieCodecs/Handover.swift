import Dispatch
import Synchronization

/// Hands things from one thread to another, in their order. The first waits while too many are on the way.
final class Handover<Element: Sendable>: Sendable {
  private struct State {
    var waiting: [Element] = []
    var isClosed = false
  }
  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  /// Counts what waits, and the end.
  private let available = DispatchSemaphore(value: 0)

  /// - Parameter count: how many are on the way at most.
  init(atMost count: Int) {
    // A semaphore that is given back with less than it began with ends the process.
    for _ in 0..<count { room.signal() }
  }

  /// Puts something in; false if nobody takes anything any more.
  func put(_ element: Element) -> Bool {
    room.wait()
    let isOpen = state.withLock { state in
      if !state.isClosed { state.waiting.append(element) }
      return !state.isClosed
    }
    available.signal()
    return isOpen
  }

  /// Takes what came first; nil when nothing follows.
  func take() -> Element? {
    available.wait()
    guard let element = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() })
    else {
      // Whoever asks again hears the same.
      available.signal()
      return nil
    }
    room.signal()
    return element
  }

  /// Nothing follows, or nobody takes anything any more.
  func close() {
    state.withLock { $0.isClosed = true }
    available.signal()
    room.signal()
  }
}
