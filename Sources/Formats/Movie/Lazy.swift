import Synchronization

/// A value that is computed at its first use.
package final class Lazy<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)

  package init() {}

  package func value(_ make: () -> Value) -> Value {
    made.withLock { made in
      if let made { return made }
      let new = make()
      made = new
      return new
    }
  }
}
