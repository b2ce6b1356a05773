import Synchronization

/// How much of the time of a process decoding pictures took. A process of the worker does one job, so that it
/// is that of the job.
public enum DecodingTime {
  private static let sum = Atomic<Int64>(0)

  /// The time up to now. Of the time in which threads decode pictures and others make bands of them, it has the
  /// part that they spent on decoding.
  public static var total: Duration { .nanoseconds(sum.load(ordering: .relaxed)) }

  fileprivate static func add(_ time: Duration) {
    sum.wrappingAdd(Int64(time / .nanoseconds(1)), ordering: .relaxed)
  }
}

/// How long the threads of a pipeline were busy with decoding, and with the bands of what was decoded.
final class BusyTimes: Sendable {
  private let times = Mutex((decoding: Duration.zero, bands: Duration.zero))
  private let start = ContinuousClock.now

  func addDecoding(_ time: Duration) { times.withLock { $0.decoding += time } }

  /// Counts the time of `body` for bands.
  func bands<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let start = ContinuousClock.now
    defer { times.withLock { $0.bands += ContinuousClock.now - start } }
    try body()
  }

  /// Notes the part of decoding in the time since the start.
  func end() {
    let (decoding, bands) = times.withLock { $0 }
    guard decoding > .zero else { return }
    DecodingTime.add((ContinuousClock.now - start) * (decoding / (decoding + bands)))
  }
}
