import ISOBMFF
import Movie

/// The audio that the edit list of a track presents.
struct HeardAudio {
  /// The edits, each with the time at which it starts and the part of the media that it shows, in seconds.
  /// A media time of nil is silence.
  private let parts: [(start: Double, mediaTime: Double?, duration: Double, rate: Int64)]
  /// The duration of a sample, in seconds.
  private let sample: Double

  /// - Parameter delay: by how much all of the media is later, in ticks of the track.
  init(_ track: Track, in movie: MovieFile, delay: Int64 = 0) {
    let scale = Double(max(1, track.timescale))
    let movie = Double(max(1, movie.header?.timescale ?? 1))
    sample = 1 / scale
    let end = Double(Int64(clamping: track.mediaDuration) - delay) / scale
    guard !track.editList.isEmpty else {
      parts = [(0, 0, end, 1 << 16)]
      return
    }
    parts = track.editList.edits.map { edit in
      let time = edit.mediaTime.map { Double($0 - delay) / scale }
      let stated = edit.duration.map { Double($0) / movie }
      // Nothing is audible after the end of the media.
      let left = time.map { max(0, end - $0) } ?? .infinity
      let duration = edit.rate == 1 << 16 ? min(stated ?? left, left) : stated ?? left
      return (Double(edit.start) / movie, time, duration, edit.rate)
    }
  }

  /// Whether both present the same media at the same times, to half of a sample.
  func isSame(as other: HeardAudio) -> Bool {
    let most = max(sample, other.sample) * 0.51
    return parts.count == other.parts.count
      && zip(parts, other.parts).allSatisfy { one, two in
        abs(one.start - two.start) < most && abs(one.duration - two.duration) < most
          && one.rate == two.rate && (one.mediaTime == nil) == (two.mediaTime == nil)
          && abs((one.mediaTime ?? 0) - (two.mediaTime ?? 0)) < most
      }
  }
}
