import ISOBMFF

/// A presentation of the media of a track in parts, each of which is played once and at normal speed: what an edit list
/// of a movie that was cut or joined states.
public struct PresentedParts: Sendable {
  /// A part of the presentation.
  public struct Part: Equatable, Sendable {
    /// The time at which it begins, in the movie's timescale.
    public var start: Int64
    /// The media times that it presents, in the track's timescale; up to `Int64.max` if it lasts until the end of the
    /// media.
    public var media: Range<Int64>
  }

  /// The parts in the order of the presentation.
  public let parts: [Part]
  private let timescale: Int64
  private let movieTimescale: Int64

  /// Nil if the edit list of the track has other rates or repetitions, or presents nothing.
  public init?(_ track: Track, movieTimescale: UInt32) {
    timescale = max(1, Int64(track.timescale))
    self.movieTimescale = max(1, Int64(movieTimescale))
    guard !track.editList.repeats else { return nil }
    guard !track.editList.isEmpty else {
      parts = [Part(start: 0, media: 0..<Int64.max)]
      return
    }
    var parts: [Part] = []
    for edit in track.editList.edits {
      guard let first = edit.mediaTime, edit.duration != 0 else { continue }
      guard edit.rate == 1 << 16 else { return nil }
      let length = edit.duration.map {
        PresentedMedia.scaled(
          $0, from: max(1, Int64(movieTimescale)), to: max(1, Int64(track.timescale)))
      }
      let end = length.map { first.addingSaturating(max(1, $0)) } ?? .max
      guard first < end else { return nil }
      parts.append(Part(start: edit.start, media: first..<end))
    }
    guard !parts.isEmpty else { return nil }
    self.parts = parts
  }

  /// The time at which a part presents a media time, in units of 1/`ticksPerSecond` seconds, rounded to the nearest.
  /// Media before the part has the time that it would have.
  public func time(ofMedia time: Int64, in part: Part, in ticksPerSecond: Int64) -> Int64 {
    let elapsed = PresentedMedia.scaled(
      time.subtractingSaturating(part.media.lowerBound), from: timescale, to: ticksPerSecond)
    return PresentedMedia.scaled(part.start, from: movieTimescale, to: ticksPerSecond)
      .addingSaturating(elapsed)
  }

  /// The largest error of rounding to the movie's timescale, in the track's timescale.
  public var tick: Int64 { timescale / movieTimescale + 1 }
}
