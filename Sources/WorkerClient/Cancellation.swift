import Synchronization

/// The wish that work ends before it is done.
///
/// Whoever does the work looks at it now and then; a job of the worker ends within a quarter of a second.
public final class Cancellation: Sendable {
  private let wish = Atomic(false)

  /// Nothing is cancelled yet.
  public init() {}

  /// Whether the work is to end.
  public var isCancelled: Bool { wish.load(ordering: .acquiring) }

  /// Wishes that the work ends. It cannot be taken back.
  public func cancel() { wish.store(true, ordering: .releasing) }
}
