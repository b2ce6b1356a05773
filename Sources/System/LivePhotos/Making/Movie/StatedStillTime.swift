import ISOBMFF
public import Movie

/// The time of a still in its movie, according to the files. If several frames are similar to the still, the
/// one that is nearest to this time is chosen.
public struct StatedStillTime: Equatable, Sendable {
  /// The source of the time.
  public enum Origin: String, Sendable {
    /// The movie's track for the time of the still.
    case track
    /// The dates of both files.
    case dates
  }

  /// The time in seconds from the start of the movie.
  public var time: Double
  /// The source of the time.
  public var origin: Origin

  /// The most seconds by which a date may be outside the movie: dates of movies have whole seconds, and phones write
  /// them before or after the first frame.
  static let tolerance = 2.0

  /// Nil if neither file states the time, or if their dates do not fit together.
  public init?(of still: LiveStillFacts, in movie: MovieFile) {
    if let header = movie.header, header.timescale > 0,
      let track = StillImageTime.track(among: movie.tracks), track.sampleCount > 0,
      let tick = StillImageTime.tick(of: track)
    {
      time = Double(tick) / Double(header.timescale)
      origin = .track
      return
    }
    guard let taken = still.captureTime, let begun = CaptureTime(movie),
      let delay = taken.delay(after: begun), let duration = movie.duration
    else { return nil }
    let seconds = Double(delay.milliseconds) / 1000
    guard seconds >= -StatedStillTime.tolerance, seconds <= duration + StatedStillTime.tolerance
    else {
      return nil
    }
    time = min(max(seconds, 0), duration)
    origin = .dates
  }
}
