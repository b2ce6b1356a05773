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

/// The end of waiting: a time, or a cancellation. While the computer sleeps, no time passes.
struct Deadline {
  private let end: SuspendingClock.Instant
  private let cancellation: Cancellation?

  init(in time: Duration, _ cancellation: Cancellation? = nil) {
    end = SuspendingClock.now.advanced(by: time)
    self.cancellation = cancellation
  }

  /// The remaining time; zero if it is over.
  var left: Duration {
    cancellation?.isCancelled == true ? .zero : max(.zero, SuspendingClock.now.duration(to: end))
  }

  var isOver: Bool { left == .zero }
}
