public import ISOBMFF
import Movie
import RecordingRescue

extension Edit {
  /// Rebuilds the `moov` box of a recording that was interrupted before it was written: its samples are found in
  /// the bytes, and the new `moov` box is that of another recording, with tables for these samples. The notes say
  /// what was found, what comes from the other recording, and what is left out.
  ///
  /// Throws if the recording has a `moov` box, if the other one has none, or if the two recordings have nothing in
  /// common.
  ///
  /// - Parameters:
  ///   - recordings: complete recordings of the same camera, or files with what was learned from them
  ///     (``LearnedRecording``). The one that explains most of the first bytes is used.
  ///   - keepsUnknown: whether unexplained bytes become a separate track.
  ///   - progress: is called with the number of bytes that are decided, and the number of all bytes.
  /// - Returns: what the bytes of the recording are; their offsets count from ``RecordingMap/start``.
  @discardableResult
  public mutating func rebuildMovie(
    like recordings: [Bytes], keepsUnknown: Bool = false, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditError) -> RecordingMap {
    guard original.boxes.first("moov") == nil else {
      throw EditError(
        .invalid, "has a moov box, which describes its media data: repair it without --like")
    }
    guard let region = MediaRegion(original), !region.data.isEmpty else {
      throw EditError(.wrongFile, "has no media data: there is no mdat box with content")
    }
    let references = recordings.compactMap { bytes in
      let file = BoxFile(bytes)
      return file.boxes.first("moov").flatMap { moov in Reference(file).map { (moov, $0) } }
    }
    guard let (moov, reference) = SampleSearch.best(of: references, \.1, for: region.data) else {
      throw EditError(
        .wrongFile, "cannot be rebuilt like the recording of --like, which describes no samples")
    }
    let found = SampleSearch.samples(in: region.data, like: reference) {
      progress($0, region.data.count)
    }
    let tracks = found.timed(like: reference)
    guard !tracks.isEmpty else {
      throw EditError(
        .damaged,
        "has \(counted(region.data.count, "byte")) of media data, but nothing in it is coded as in the recording of --like: that recording has to be made by the same camera in the same mode"
      )
    }
    let map = RecordingMap(found: found, start: region.data.fileOffset, reference: reference)
    var rebuilt = RebuiltMovie(moov, reference.movie, start: region.data.fileOffset)
    try rebuilt.describe(tracks)
    if keepsUnknown { try rebuilt.describe(unknown: found.unknown) }
    putMediaData(region)
    file.boxes.append(rebuilt.box)
    let gone = Set(reference.movie.tracks.map(\.id)).subtracting(tracks.map(\.track.id))
    file.removeDescriptions(ofTracks: gone)
    changedTracks.formUnion(reference.movie.tracks.map(\.id) + rebuilt.addedTracks)
    keepsPlaces = false
    losesMedia = !keepsUnknown && !found.unknown.isEmpty || map.tornByteCount > 0
    if let note = region.note { notes.append(note) }
    notes += map.notes(tracks, keepsUnknown: keepsUnknown) + rebuilt.notes
    return map
  }

  /// Lets the `mdat` box have all media data, at the place where that is.
  private mutating func putMediaData(_ region: MediaRegion) {
    let old = file.boxes[region.box]
    file.boxes.removeSubrange(region.box...region.box + region.takenBoxes)
    if region.takenBoxes > 0 { file.trailing = Bytes() }
    var made = [Box(type: "mdat", opaque: region.data)]
    let needsLong = region.data.count > Int(UInt32.max) - 8
    if old.headerSize == 16, !needsLong {
      made.insert(Box(type: "wide", opaque: Bytes()), at: 0)
    } else if old.headerSize == 8, needsLong, region.box > 0,
      let wide = file.boxes[region.box - 1].origin, wide.count == 8,
      ["wide", "free", "skip"].contains(file.boxes[region.box - 1].type)
    {
      // That is what these eight bytes are for.
      file.boxes.remove(at: region.box - 1)
      return file.boxes.insert(contentsOf: made, at: region.box - 1)
    }
    file.boxes.insert(contentsOf: made, at: region.box)
  }
}
