import ISOBMFF
import Movie

/// The edits of a track whose media times began late, and begin at 0 now (ISO/IEC 14496-12 §8.6.6).
struct DefragmentedEdits {
  /// The rows of `elst`; empty if the media is shown from its start to its end.
  private(set) var rows: [[Int64]] = []
  /// The presented duration, in the movie's timescale.
  private(set) var duration: UInt64

  /// The time at which the media of a track is first presented, in ticks of the movie.
  static func start(of track: Track, _ scale: EditedTimescale) -> Int64? {
    guard let first = track.samples.first(where: { _ in true }) else { return nil }
    // If media times begin at 0, a delay in the edit list is intended.
    guard first.decodeTime > 0 else { return 0 }
    guard let edit = track.editList.edits.first(where: { $0.mediaTime != nil }) else {
      return scale.movieTicks(max(0, first.decodeTime))
    }
    return edit.start + scale.movieTicks(max(0, first.decodeTime - (edit.mediaTime ?? 0)))
  }

  /// - Parameters:
  ///   - mediaStart: the decoding time of the first sample, which is subtracted from media times.
  ///   - mediaDuration: the duration of all samples, in the track's timescale.
  ///   - composedEnd: the end of the last sample in composition time, from the decoding of the first.
  ///   - movieStart: the time at which the movie is first presented, in its ticks; it becomes 0.
  init(
    _ track: Track, from mediaStart: Int64, lasting mediaDuration: UInt64, composedEnd: Int64,
    movieStart: Int64, _ scale: EditedTimescale
  ) {
    var rows: [[Int64]] = []
    let length = Int64(clamping: mediaDuration)
    if track.editList.isEmpty {
      let delay = scale.movieTicks(max(0, mediaStart))
      if delay > 0 { rows.append([delay, -1, 1, 0]) }
      rows.append([scale.movieTicks(delay > 0 ? max(length, composedEnd) : length), 0, 1, 0])
    }
    for edit in track.editList.edits {
      let rate = [edit.rate >> 16, Int64(Int16(truncatingIfNeeded: edit.rate))]
      guard let stated = edit.mediaTime else {
        rows.append([edit.duration ?? 0, -1] + rate)
        continue
      }
      let time = stated.subtractingSaturating(mediaStart)
      // Nothing is presented before the media begins.
      let delay = time < 0 ? scale.movieTicks(-time) : 0
      if delay > 0 { rows.append([min(delay, edit.duration ?? delay), -1, 1, 0]) }
      let rest =
        edit.duration.map { $0 - delay }
        ?? scale.movieTicks(max(0, max(length, composedEnd) - max(0, time)))
      if rest > 0 { rows.append([rest, max(0, time)] + rate) }
    }
    // A delay of all tracks is removed.
    var excess = movieStart
    while excess > 0, let first = rows.first, first[1] < 0 {
      let taken = min(excess, first[0])
      excess -= taken
      rows[0][0] -= taken
      if rows[0][0] > 0 { break }
      rows.removeFirst()
    }
    duration = rows.reduce(0) { $0.addingSaturating(UInt64(clamping: $1[0])) }
    let isWhole = rows.count == 1 && rows[0][1] == 0 && track.editList.isEmpty
    self.rows = isWhole ? [] : rows
  }
}
