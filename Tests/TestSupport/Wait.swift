import Foundation

/// Waits until a condition is true, and returns whether it became true.
///
/// The limit is for conditions that never become true; others do earlier, even on a busy machine.
public func wait(until isSo: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(600)
  repeat {
    if try isSo() { return true }
    usleep(5_000)
  } while ContinuousClock.now < end
  return false
}
