/// When nobody waits any longer: at a moment, or as soon as it is wished.
struct Deadline {
  var end: ContinuousClock.Instant
  var cancellation: Cancellation?

  /// The time that is left; none where it is over.
  var left: Duration {
    cancellation?.isCancelled == true ? .zero : max(.zero, ContinuousClock.now.duration(to: end))
  }

  var isOver: Bool { left == .zero }
}
