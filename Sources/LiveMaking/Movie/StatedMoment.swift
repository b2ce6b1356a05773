import ISOBMFF
import LivePairing
public import Movie

/// Which moment of a movie a still is, as both files say: of frames that look alike, the one that is
/// nearest to it is the still.
public struct StatedMoment: Equatable, Sendable {
  /// Who says so.
  public enum Origin: String, Sendable {
    /// The movie's track of the still's time.
    case track
    /// The dates of both files.
    case dates
  }

  /// The time in seconds from the start of the movie.
  public var time: Double
  /// Who says so.
  public var origin: Origin

  /// By how many seconds dates may be out of the movie: those of movies are known to the second, and
  /// phones write them before the first frame is there, or after.
  static let tolerance = 2.0

  /// Nil if neither file says it, or if their dates are of different moments.
  public init?(of still: StillFacts, in movie: MovieFile) {
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
    guard seconds >= -StatedMoment.tolerance, seconds <= duration + StatedMoment.tolerance else {
      return nil
    }
    time = min(max(seconds, 0), duration)
    origin = .dates
  }
}
