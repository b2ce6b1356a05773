import Synchronization

/// The time of this process that was spent on decoding pictures. A process of the worker does one job, so it is the
/// time of the job.
public enum PictureDecodingTime {
  private static let sum = Atomic<Int64>(0)

  /// The time up to now. Of the time in which threads decode pictures and others make bands of them, it has the
  /// part that they spent on decoding.
  public static var total: Duration { .nanoseconds(sum.load(ordering: .relaxed)) }

  fileprivate static func add(_ time: Duration) {
    sum.wrappingAdd(Int64(time / .nanoseconds(1)), ordering: .relaxed)
  }
}

/// The times that the threads of a pipeline spent on decoding, and on the bands of decoded tiles.
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
    PictureDecodingTime.add((ContinuousClock.now - start) * (decoding / (decoding + bands)))
  }
}
