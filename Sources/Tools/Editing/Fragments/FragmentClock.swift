import ISOBMFF
import Movie

/// The changes to the times of a track that becomes fragments: fragments state presentation times, and the edit list
/// has at most one row, which all players support. It states the difference between composition and presentation times.
///
/// No frame is composed before it is decoded. Version 1 of `trun` allows that, and then reordered frames need no
/// edit list (ISO/IEC 23000-19 §7.7.3), but FFmpeg shows them late.
struct FragmentClock: Sendable {
  /// The number that is added to decoding times.
  private(set) var decodeShift: Int64 = 0
  /// The number that is added to composition offsets.
  private(set) var compositionShift: Int64 = 0
  /// The difference between composition and presentation times, in ticks of the track; nil if edit lists do not change.
  private(set) var advance: Int64?
  /// The row of the edit list; nil if none is needed.
  private(set) var edit: [Int64]?

  /// Whether frames are composed in another order than they are decoded.
  private(set) var reorders = false

  /// A clock that changes no times.
  init() {}

  /// The same times but for frames that are composed before they are decoded: all of the track are composed later
  /// by ``compositionShift``, and its edits begin as much later in the media.
  init(composingLater track: Track) {
    compositionShift = max(0, -(track.samples.lazy.map(\.compositionOffset).min() ?? 0))
  }

  /// Throws if the track is presented in parts, or is without a timescale.
  init(_ track: Track, movieTimescale: UInt32) throws(EditError) {
    guard let media = PresentedMedia(track, movieTimescale: movieTimescale), track.timescale > 0
    else { throw EditError.isInParts(track.id) }
    var first: Sample?
    var least: Int64 = 0
    var end: Int64 = 0
    var leastOffset = Int64.max
    var mostOffset = Int64.min
    var isFirstGroup = true
    for sample in track.samples {
      end = max(end, sample.compositionTime.addingSaturating(sample.duration))
      leastOffset = min(leastOffset, sample.compositionOffset)
      mostOffset = max(mostOffset, sample.compositionOffset)
      guard first != nil else {
        (first, least) = (sample, sample.compositionTime)
        continue
      }
      if sample.isSync { isFirstGroup = false }
      if isFirstGroup { least = min(least, sample.compositionTime) }
    }
    guard let first else { throw EditError(.invalid, "has no samples of track \(track.id)") }
    let ticks = Int64(track.timescale)
    let shown = media.time(ofMedia: least, in: ticks)
    compositionShift = -leastOffset
    reorders = mostOffset > leastOffset
    // The decoding time of the first sample, if presentation times are equal to composition times.
    let decoded = shown.subtractingSaturating(least).addingSaturating(first.decodeTime)
      .addingSaturating(leastOffset)
    let advance = max(0, -decoded)
    self.advance = advance
    decodeShift = decoded.addingSaturating(advance).subtractingSaturating(first.decodeTime)
    let scale = EditedTimescale(movie: movieTimescale, media: track.timescale)
    var length: Int64 = 0
    if let duration = media.duration,
      // Edits last a whole number of ticks of the movie.
      scale.wholeTicks(end.subtractingSaturating(media.mediaTime)) > scale.movieTicks(duration)
    {
      length = media.start.addingSaturating(scale.movieTicks(duration))
    }
    if advance > 0 || length > 0 { edit = [length, advance, 1, 0] }
  }

  func decodeTime(of sample: Sample) -> Int64 { sample.decodeTime.addingSaturating(decodeShift) }

  func compositionOffset(of sample: Sample) -> Int64 {
    sample.compositionOffset.addingSaturating(compositionShift)
  }

  /// The edits of a track whose frames are composed later, as rows of an edit list.
  func edits(_ list: EditListBox?) -> [[Int64]] {
    var rows: [[Int64]] = []
    list?.entries.forEachRow { _, row in
      let isEmpty = row[1] == -1
      rows.append([row[0], isEmpty ? -1 : row[1].addingSaturating(compositionShift)] + row[2...])
    }
    // Without a length, an edit lasts until the end of the fragments.
    return rows.isEmpty ? [[0, compositionShift, 1, 0]] : rows
  }

  /// When what was composed at a time is composed.
  func compositionTime(_ time: Int64) -> Int64 {
    time.addingSaturating(decodeShift).addingSaturating(compositionShift)
  }

  /// Whether the samples of a track with these times keep their presentation times. Fragmented movies, all tracks of
  /// which may begin late, are not compared.
  func presents(
    _ old: Track, of movie: MovieFile?, as new: Track, of newMovie: MovieFile?
  ) -> Bool {
    guard old.tableSampleCount > 0 else { return true }
    // Edits in several parts are the same, each as much later in the media.
    if advance == nil {
      let edits = new.editList.edits
      guard !old.editList.isEmpty else {
        return edits.count == 1 && edits[0].mediaTime == compositionShift
      }
      return edits == old.editList.edits.map(later)
    }
    func start(_ track: Track, _ movie: MovieFile?) -> Int64? {
      // The distances to the first sample do not change.
      guard let first = track.samples.first(where: { _ in true }) else { return nil }
      return PresentedMedia(track, movieTimescale: movie?.header?.timescale ?? 0)?
        .time(ofMedia: first.compositionTime, in: Int64(track.timescale))
    }
    let time = start(old, movie)
    return time != nil && time == start(new, newMovie)
  }
}

extension FragmentClock {
  private func later(_ edit: EditList.Edit) -> EditList.Edit {
    var edit = edit
    edit.mediaTime = edit.mediaTime.map { $0.addingSaturating(compositionShift) }
    return edit
  }
}

extension EditError {
  /// The error for edit lists that streams cannot express, because these have at most one row.
  package static func isInParts(_ track: UInt32) -> EditError {
    EditError(
      .unsupported,
      "shows track \(track) at other speeds, again and again, never, or in parts that begin with frames that cannot be decoded first (edts), which streams cannot express: ffmpeg -i MOVIE NEW.mp4 encodes what is shown"
    )
  }
}
