import FieldCoding
package import Movie

/// The time in which a movie that follows another presents nothing of a track yet. The movie before it stays then: else
/// an edit would show its last frames again, which are composed after the last one is decoded.
package struct JoinedLead {
  /// The number of empty edits at the start of the track, and their duration in its movie's timescale.
  package private(set) var editCount = 0
  package private(set) var empty: Int64 = 0
  /// The time from the start of the next edit to the first frame, in the timescale of the joined track.
  package private(set) var late: Int64 = 0

  /// - Parameters:
  ///   - count: the number of samples before it; the first movie of all keeps its edits.
  ///   - ticks: converts its ticks to those of the joined track.
  package init(_ track: Track, after count: Int, _ ticks: EditedTimescale) {
    guard count > 0, let first = track.samples.first(where: { _ in true }) else { return }
    let edits = track.editList.edits
    editCount = edits.prefix { $0.mediaTime == nil }.count
    empty = edits.prefix(editCount).reduce(0) { $0.addingSaturating($1.duration ?? 0) }
    let next = edits.dropFirst(editCount).first
    guard edits.isEmpty || next?.rate == 1 << 16 else { return }
    let start = max(first.decodeTime, next?.mediaTime ?? 0)
    late = ticks.nearestTicks(track.firstComposition.subtractingSaturating(start))
  }
}

extension Track {
  /// The time at which the first of its samples is composed; 0 if there are none.
  package var firstComposition: Int64 { samples.lazy.map(\.compositionTime).min() ?? 0 }
}
