import ISOBMFF

/// A presentation of the media of a track that needs only one edit: all media from one media time on, perhaps
/// after an empty edit. Containers without edit lists cannot express anything else.
public struct PresentedMedia: Sendable {
  /// The media time that is presented first, in the track's timescale.
  public let mediaTime: Int64
  /// The time of the presentation at which it is presented, in the movie's timescale.
  public let start: Int64
  /// The duration of the presentation from ``mediaTime`` on, in the track's timescale; nil if it lasts until
  /// the end of the media.
  public let duration: Int64?
  private let timescale: Int64
  private let movieTimescale: Int64

  /// Nil if the edit list of the track is more complex: several parts, other rates, repetitions.
  public init?(_ track: Track, movieTimescale: UInt32) {
    timescale = max(1, Int64(track.timescale))
    self.movieTimescale = max(1, Int64(movieTimescale))
    var edits = track.editList.edits[...]
    guard !track.editList.repeats else { return nil }
    var start: Int64 = 0
    while let first = edits.first, first.mediaTime == nil, let duration = first.duration {
      start = start.addingSaturating(duration)
      edits.removeFirst()
    }
    self.start = start
    guard let edit = edits.first else {
      guard track.editList.isEmpty else { return nil }
      (mediaTime, duration) = (0, nil)
      return
    }
    guard edits.count == 1, edit.rate == 1 << 16, let time = edit.mediaTime else { return nil }
    mediaTime = time
    duration = edit.duration.map {
      PresentedMedia.scaled(
        $0, from: max(1, Int64(movieTimescale)), to: max(1, Int64(track.timescale)))
    }
  }

  /// The time at which a media time is presented, in units of 1/`ticksPerSecond` seconds, rounded to the
  /// nearest; it is negative for media before the start of the presentation.
  public func time(ofMedia time: Int64, in ticksPerSecond: Int64) -> Int64 {
    let elapsed = PresentedMedia.scaled(
      time.subtractingSaturating(mediaTime), from: timescale, to: ticksPerSecond)
    return PresentedMedia.scaled(start, from: movieTimescale, to: ticksPerSecond)
      .addingSaturating(elapsed)
  }

  /// The largest error of rounding to the movie's timescale, in the track's timescale.
  var tick: Int64 { timescale / movieTimescale + 1 }

  /// A number of ticks at another rate, rounded to the nearest.
  static func scaled(_ ticks: Int64, from: Int64, to: Int64) -> Int64 {
    guard from != to else { return ticks }
    var (whole, rest) = ticks.quotientAndRemainder(dividingBy: from)
    if rest < 0 { (whole, rest) = (whole - 1, rest + from) }
    // Both rates are below 2^32.
    let part = rest.multipliedFullWidth(by: to)
    let (quotient, left) = from.dividingFullWidth(part)
    return whole.multipliedSaturating(by: to)
      .addingSaturating(quotient + (left * 2 >= from ? 1 : 0))
  }
}
