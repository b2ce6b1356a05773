import Foundation

/// Waits until something is so, and returns whether it became so.
///
/// The limit is for what never comes: however busy the machine is, nothing takes so long.
public func wait(until isSo: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(600)
  repeat {
    if try isSo() { return true }
    usleep(5_000)
  } while ContinuousClock.now < end
  return false
}
