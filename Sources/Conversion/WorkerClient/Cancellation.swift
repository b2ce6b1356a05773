import Synchronization

/// A request to end work before it is done.
///
/// The code that does the work checks it from time to time; a job of the worker ends within a quarter of a second.
public final class Cancellation: Sendable {
  private let wish = Atomic(false)

  /// A cancellation that has not been requested.
  public init() {}

  /// Whether the work is to end.
  public var isCancelled: Bool { wish.load(ordering: .acquiring) }

  /// Wishes that the work ends. It cannot be taken back.
  public func cancel() { wish.store(true, ordering: .releasing) }
}
