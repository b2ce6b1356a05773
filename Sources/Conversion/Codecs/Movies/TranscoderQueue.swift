import Dispatch
import Synchronization

/// A queue between two threads. The writer waits while it is full.
final class TranscoderQueue<Element: Sendable>: Sendable {
  private struct State {
    var waiting: [Element] = []
    var isClosed = false
  }
  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  /// Counts the elements that wait, and the end.
  private let available = DispatchSemaphore(value: 0)

  /// - Parameter count: the most elements in the queue.
  init(atMost count: Int) {
    // If a semaphore is released with a lower value than its first one, the process ends. So it starts at 0.
    for _ in 0..<count { room.signal() }
  }

  /// Adds an element; false if the queue is closed.
  func put(_ element: Element) -> Bool {
    room.wait()
    let isOpen = state.withLock { state in
      if !state.isClosed { state.waiting.append(element) }
      return !state.isClosed
    }
    available.signal()
    return isOpen
  }

  /// Removes the oldest element; nil if the queue is closed and empty.
  func take() -> Element? {
    available.wait()
    guard let element = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() })
    else {
      // The next call also returns nil.
      available.signal()
      return nil
    }
    room.signal()
    return element
  }

  /// Closes the queue: no element is added or read any more.
  func close() {
    state.withLock { $0.isClosed = true }
    available.signal()
    room.signal()
  }
}
