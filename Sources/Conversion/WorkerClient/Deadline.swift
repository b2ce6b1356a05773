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
