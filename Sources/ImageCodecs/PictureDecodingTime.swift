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

/// The times that the threads of pipelines spend on decoding, and on the bands of decoded tiles.
///
/// Pipelines that run at the same time, such as that of a gain map and that of its picture, share them: no time counts
/// twice.
final class BusyTimes: Sendable {
  private struct Running {
    var pipelines = 0
    var start = ContinuousClock.now
    var decoding = Duration.zero
    var bands = Duration.zero
  }
  private static let running = Mutex(Running())

  init() {
    BusyTimes.running.withLock { running in
      if running.pipelines == 0 { running = Running() }
      running.pipelines += 1
    }
  }

  func addDecoding(_ time: Duration) { BusyTimes.running.withLock { $0.decoding += time } }

  /// Counts the time of `body` for bands.
  func bands<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let start = ContinuousClock.now
    defer { BusyTimes.running.withLock { $0.bands += ContinuousClock.now - start } }
    try body()
  }

  /// Ends a pipeline. The last one notes the part of decoding in the time since the first one began.
  func end() {
    BusyTimes.running.withLock { running in
      running.pipelines -= 1
      guard running.pipelines == 0, running.decoding > .zero else { return }
      let part = running.decoding / (running.decoding + running.bands)
      PictureDecodingTime.add((ContinuousClock.now - running.start) * part)
    }
  }
}
