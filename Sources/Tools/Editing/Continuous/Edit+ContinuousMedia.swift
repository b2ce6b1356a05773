import ISOBMFF
import Movie

extension Edit {
  /// Lets each video or audio track that an edit list shows in several parts, or only partly, have its samples in the
  /// order in which they are presented, so that one edit shows them: containers and streams without edit lists cannot express
  /// more.
  ///
  /// The bytes of the samples stay, except that frames of HEVC with which a part begins can get another type
  /// (``SplicedStart``). Samples that no part needs are left out, and those that several parts show are there
  /// several times. Frames that have to be decoded for a part, and are hidden, are shown for less than a millisecond
  /// each. Audio is cut between packets: a packet of which a part plays less than half is left out.
  ///
  /// Tracks that have other edit lists, or whose parts begin with frames that cannot be decoded first, stay as they
  /// are. A fragmented movie gets sample tables if that is necessary.
  ///
  /// Throws if the samples are not all in the file, or cannot be described by tables.
  ///
  /// - Returns: what is not exact, as phrases.
  public mutating func makeContinuous() throws(EditError) -> [String] {
    guard let movie = MovieFile(file), movie.tracks.contains(where: { $0.isInParts(of: movie) })
    else { return [] }
    if movie.isFragmented { _ = try gatherSamples() }
    guard let movie = MovieFile(file) else { return [] }
    var phrases: [String] = []
    for track in movie.tracks where track.isInParts(of: movie) {
      var changed = file
      guard var made = try ContinuousTrackEdit(track, of: movie, in: &changed) else { continue }
      file = changed
      try changeTrack(track.id) { (box) in made.apply(to: &box) }
      continuousTracks[track.id] = made.order
      keepsOffsets = false
      phrases += made.phrases
    }
    return phrases
  }
}

extension Track {
  /// Whether it has frames or audio that are presented in several parts, begin within a frame, or end noticeably
  /// earlier than the samples.
  fileprivate func isInParts(of movie: MovieFile) -> Bool {
    let movieTimescale = movie.header?.timescale ?? 0
    guard ["vide", "soun"].contains(handlerType), sampleCount > 0,
      PresentedParts(self, movieTimescale: movieTimescale) != nil
    else { return false }
    guard let media = PresentedMedia(self, movieTimescale: movieTimescale) else { return true }
    if handlerType == "vide", let first = sample(shownAt: media.mediaTime),
      media.mediaTime.subtractingSaturating(first.compositionTime) > Int64(timescale) / 1000
    {
      return true
    }
    guard let duration = media.duration else { return false }
    let rest = composedEnd.subtractingSaturating(media.mediaTime).subtractingSaturating(duration)
    let average = Int64(clamping: mediaDuration / UInt64(sampleCount))
    return rest > 0 && rest >= min(average, Int64(timescale) / 20)
  }
}
