import Synchronization

/// What was asked of a server for one file, or for several.
public struct FarTally: Equatable, Sendable {
  /// Requests, with those that were redirected or had to be repeated.
  public var requests = 0
  /// Bytes of bodies that came.
  public var bytes = 0
  /// Seconds that were spent on waiting for them.
  public var seconds = 0.0
  /// What a person may want to know, as parts of sentences about the file.
  public var notes: [String] = []

  /// Nothing was asked for yet.
  public init() {}

  /// What was asked for both; notes are those of the first.
  public static func + (one: FarTally, other: FarTally) -> FarTally {
    var sum = one
    sum.requests += other.requests
    sum.bytes += other.bytes
    sum.seconds += other.seconds
    return sum
  }
}

/// What was asked for several files together, by whichever threads.
final class FarCounter: Sendable {
  private let sum = Mutex(FarTally())

  var tally: FarTally { sum.withLock { $0 } }

  func add(_ tally: FarTally) { sum.withLock { $0 = $0 + tally } }
}
