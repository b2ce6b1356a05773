internal import CSystem
import Synchronization

/// Work that is done by several threads at once.
///
/// These are threads and nothing else, since the worker that is shut in has nothing else: a queue of
/// Dispatch watches its threads through files.
package enum Threads {
  /// Calls `body` for 0, 1, ... below `count`, and returns when all are done.
  ///
  /// - Parameter needsAnother: whether the call for 0 waits for one of the others: it cannot be before them.
  /// - Returns: false if nothing was called, because there is no thread for another one.
  @discardableResult
  package static func run(
    _ count: Int, needsAnother: Bool = false, _ body: @Sendable (Int) -> Void
  ) -> Bool {
    withoutActuallyEscaping(body) { body in
      var work = Work(body: body)
      // `work` outlives the call, which ends when all threads have.
      return unsafe withUnsafeMutablePointer(to: &work) { work in
        unsafe system_run_threads(
          Int32(clamping: max(count, 1)), needsAnother ? 1 : 0,
          { work, index in
            unsafe work?.assumingMemoryBound(to: Work.self).pointee.body(Int(index))
          }, work) == 0
      }
    }
  }

  private struct Work {
    let body: @Sendable (Int) -> Void
  }

  /// The cores that this process may use.
  package static let coreCount = Int(system_core_count())
}

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
