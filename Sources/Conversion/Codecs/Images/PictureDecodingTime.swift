import Synchronization

/// The time of this process that was spent on decoding images. A process of the worker does one job, so it is the
/// time of the job.
///
/// Pipelines that run at the same time, such as that of a gain map and that of its image, are counted together: no
/// time counts twice.
public enum PictureDecodingTime {
  private struct Times {
    var total = Duration.zero
    /// The number of pipelines that run, and the time when the first of them began.
    var pipelines = 0
    var start = ContinuousClock.now
    /// What their threads spent on decoding, and on the bands of decoded tiles.
    var decoding = Duration.zero
    var bands = Duration.zero
  }

  private static let times = Mutex(Times())

  /// The time up to now. Of the time in which threads decode images and others make bands of them, it has the
  /// part that they spent on decoding.
  public static var total: Duration { times.withLock { $0.total } }

  static func beginPipeline() {
    times.withLock { times in
      if times.pipelines == 0 { times = Times(total: times.total) }
      times.pipelines += 1
    }
  }

  /// The last pipeline adds the part of decoding in the time since the first one began.
  static func endPipeline() {
    times.withLock { times in
      times.pipelines -= 1
      guard times.pipelines == 0, times.decoding > .zero else { return }
      let part = times.decoding / (times.decoding + times.bands)
      times.total += (ContinuousClock.now - times.start) * part
    }
  }

  static func addDecoding(_ time: Duration) { times.withLock { $0.decoding += time } }

  /// Counts the time of `body` for bands.
  static func bands<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let start = ContinuousClock.now
    defer { times.withLock { $0.bands += ContinuousClock.now - start } }
    try body()
  }
}
