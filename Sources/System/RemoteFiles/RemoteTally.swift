import Synchronization

/// The requests to a server for one file, or for several.
public struct RemoteTally: Equatable, Sendable {
  /// Requests, with those that were redirected or had to be repeated.
  public var requests = 0
  /// Bytes of bodies that came.
  public var bytes = 0
  /// Seconds that were spent on waiting for them.
  public var seconds = 0.0
  /// Notes for the user, as parts of sentences about the file.
  public var notes: [String] = []

  /// Without requests.
  public init() {}

  /// The sum of both; notes are those of the first.
  public static func + (one: RemoteTally, other: RemoteTally) -> RemoteTally {
    var sum = one
    sum.requests += other.requests
    sum.bytes += other.bytes
    sum.seconds += other.seconds
    return sum
  }
}

/// Counts the requests for several files together, from any thread.
final class RemoteCounter: Sendable {
  private let sum = Mutex(RemoteTally())

  var tally: RemoteTally { sum.withLock { $0 } }

  func add(_ tally: RemoteTally) { sum.withLock { $0 = $0 + tally } }
}
