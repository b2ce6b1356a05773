/// The end of waiting: a time, or a cancellation.
struct Deadline {
  var end: ContinuousClock.Instant
  var cancellation: Cancellation?

  /// The remaining time; zero if it is over.
  var left: Duration {
    cancellation?.isCancelled == true ? .zero : max(.zero, ContinuousClock.now.duration(to: end))
  }

  var isOver: Bool { left == .zero }
}
