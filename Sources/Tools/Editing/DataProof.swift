import HEIF
import ISOBMFF
import Movie

/// Proves that an edit did not change the media: each item and each sample that was not meant to change has the same
/// bytes in the new file.
///
/// It reads the new file as any reader does, and compares the stated offsets with the offsets to which the bytes of the
/// original were copied.
struct DataProof {
  private let edit: Edit
  private let relocation: Relocation
  private let old: BoxFile
  private let new: BoxFile

  init(_ edit: Edit, _ edited: EditedFile) {
    self.edit = edit
    relocation = Relocation(
      edited.written, of: edit.original.bytes.source, adding: edit.file.added)
    old = edit.original
    new = edited.view
  }

  func check() throws(EditError) {
    try UnknownOffsets(old).check(relocation, in: new, movesData: movesData)
    try checkDamage()
    try checkItems()
    try checkTracks(from: old, to: new) { relocation.newOffset(of: $0) }
    try checkMotionPhoto()
  }

  /// Whether anything moves except inside `moov` and `meta`, which may become shorter: no offset points there.
  private var movesData: Bool {
    let descriptions = old.boxes.filter { ["moov", "meta"].contains($0.type) }
      .compactMap { $0.origin?.range }
    return !relocation.keepsOffsets(outside: descriptions)
  }

  /// Checks that the edit causes no damage, and that a damaged file does not move: not all of its offsets may be known.
  private func checkDamage() throws(EditError) {
    let known = Set(old.findings.map { "\($0.reason)" })
    let findings = new.findings
    let added = findings.first { !known.contains("\($0.reason)") }
    guard let damage = old.findings.first else {
      if let added { throw EditError(.proofFailed, "the new file would be damaged: \(added)") }
      return
    }
    if added != nil || movesData && !findings.isEmpty {
      throw EditError(
        .damaged,
        "the file is damaged (\(damage)), so that not all offsets in it are known, and this edit would make them wrong"
      )
    }
  }

  private func checkItems() throws(EditError) {
    guard let old = HEIFFile(old) else { return }
    let new = HEIFFile(new)
    for item in old.items where !edit.changedItems.contains(item.id) {
      // An item without data, or with data in another file, cannot move.
      guard let ranges = try? old.extents(of: item.id) else { continue }
      let moved = ranges.map { $0.isEmpty ? nil : relocation.newOffset(of: $0) }
      let found = (try? new?.extents(of: item.id)) ?? []
      let isSame =
        found.count == ranges.count
        && zip(found, zip(ranges, moved)).allSatisfy { new, old in
          new.count == old.0.count && (new.isEmpty || new.lowerBound == old.1)
        }
      guard isSame else {
        throw EditError(
          .proofFailed,
          "item \(item.id) (\(item.type)) would no longer have the same bytes; nothing was written"
        )
      }
    }
  }

  /// Checks that the declarations of the movie in a photo still lead to it. Offsets of its samples count from its own start.
  private func checkMotionPhoto() throws(EditError) {
    guard let old = MotionPhoto(old), new.boxes.contains(where: { $0.type == "mpvd" }) else {
      return
    }
    let items = HEIFFile(new)
    // If XMP or Samsung's records are removed, some declarations are gone, and the box is sufficient.
    let isMetadataGone = edit.changedItems.contains { items?.item($0) == nil }
    guard let new = MotionPhoto(new),
      new.declarations == old.declarations
        || isMetadataGone && new.declarations.isSubset(of: old.declarations)
          && new.declarations.contains(.movieBox),
      new.contradictions.count <= old.contradictions.count,
      relocation.start(at: old.movieRange.lowerBound) == new.movieRange.lowerBound
    else {
      throw EditError(
        .proofFailed, "the movie of the photo would no longer be found; nothing was written")
    }
    let (start, newStart) = (old.movieRange.lowerBound, new.movieRange.lowerBound)
    try checkTracks(from: BoxFile(old.movie), to: BoxFile(new.movie)) { range in
      relocation.newOffset(of: range.lowerBound + start..<range.upperBound + start).map {
        $0 - newStart
      }
    }
  }

  /// - Parameter newOffset: returns the new offset of bytes of the old file.
  private func checkTracks(
    from old: BoxFile, to new: BoxFile, _ newOffset: (Range<Int>) -> Int?
  ) throws(EditError) {
    let (movie, newMovie) = (MovieFile(old, segments: edit.segments?.files ?? []), MovieFile(new))
    let tracks = movie?.tracks ?? []
    // What is not read cannot be compared.
    let excess = movie?.excess.flatMap { edit.changedTracks.contains($0.trackID) ? nil : $0 }
    if let excess = excess ?? newMovie?.excess { throw EditError(excess) }
    let newTracks = Dictionary((newMovie?.tracks ?? []).map { ($0.id, $0) }) { first, _ in first }
    let (count, newCount) = (old.bytes.count, new.bytes.count)
    for track in tracks
    where edit.shortenedTracks.contains(track.id) && !edit.changedTracks.contains(track.id)
      && edit.keptSamples[track.id] == nil
    {
      guard let shorter = newTracks[track.id],
        samples(of: shorter, upTo: .max, { $0.lowerBound })
          == samples(of: track, upTo: shorter.sampleCount, newOffset)
      else { throw samplesChange(track) }
    }
    for track in tracks where !edit.changedTracks.contains(track.id) {
      guard let order = edit.continuousTracks[track.id] else { continue }
      guard let made = newTracks[track.id],
        order.isFound(in: made, of: track, in: edit.file, relocation)
      else { throw samplesChange(track) }
    }
    for track in tracks
    where edit.rebuiltTracks.contains(track.id) && !edit.changedTracks.contains(track.id)
      && edit.continuousTracks[track.id] == nil && !edit.shortenedTracks.contains(track.id)
      && edit.keptSamples[track.id] == nil
    {
      guard let rebuilt = newTracks[track.id], isRebuilt(track, as: rebuilt, newOffset),
        edit.fragmentClocks[track.id]?.presents(track, of: movie, as: rebuilt, of: newMovie) ?? true
      else {
        throw samplesChange(track)
      }
    }
    for track in tracks where !edit.changedTracks.contains(track.id) {
      guard let kept = edit.keptSamples[track.id] else { continue }
      guard let cut = newTracks[track.id], cut.samples.count == kept.count,
        isSame(track, cut, of: kept, newOffset)
      else {
        throw samplesChange(track)
      }
    }
    let others = edit.changedTracks.union(edit.shortenedTracks).union(edit.rebuiltTracks)
      .union(edit.keptSamples.keys).union(edit.continuousTracks.keys)
    for track in tracks where !others.contains(track.id) {
      // Samples that were truncated have no offset.
      let before = digest(track) {
        $0.upperBound <= count ? newOffset($0) : nil
      }
      let after = newTracks[track.id].map {
        digest($0) { $0.upperBound <= newCount ? $0.lowerBound : nil }
      }
      guard before == after else { throw samplesChange(track) }
    }
  }

  private func samplesChange(_ track: Track) -> EditError {
    if let reason = track.cutSamples {
      return EditError(.damaged, "\(reason); nothing was written")
    }
    return EditError(
      .proofFailed,
      "samples of track \(track.id) would no longer have the same bytes; nothing was written"
    )
  }

  /// Whether a track with new tables has the same samples, followed by those of joined movies.
  private func isRebuilt(
    _ old: Track, as new: Track, _ newOffset: (Range<Int>) -> Int?
  ) -> Bool {
    let all = KeptSamples(range: 0..<old.samples.count)
    let last = edit.joinedMovies.last { $0.tracks[old.id] != nil }
    guard new.samples.count == last?.end(behind: old.id) ?? all.range.count,
      old.timescale == new.timescale,
      isSame(old, new, of: all, newOffset)
    else { return false }
    // The edits differ if fragments began late, or if other movies follow.
    guard edit.joinedMovies.isEmpty else {
      return edit.joinedMovies.allSatisfy { $0.isFound(behind: old.id, in: new, relocation) }
    }
    return old.tableSampleCount == 0 || edit.fragmentClocks[old.id] != nil
      || new.editList.edits.elementsEqual(old.editList.edits) { $0.isSame(as: $1) }
  }

  /// Whether some samples of a track have the same bytes, times and flags in the new tables.
  private func isSame(
    _ old: Track, _ new: Track, of kept: KeptSamples, _ newOffset: (Range<Int>) -> Int?
  ) -> Bool {
    guard new.samples.count >= kept.count else { return false }
    var others = new.samples.from(kept.newCount)
    let hasGroups = old.samples.hasGroups
    let clock = edit.fragmentClocks[old.id] ?? FragmentClock()
    var start: Int64?
    for sample in old.samples.from(kept.range.lowerBound) {
      guard sample.index < kept.range.upperBound else { break }
      guard !kept.gap.contains(sample.index) else { continue }
      guard let other = others.next() else { return false }
      let time = sample.decodeTime.multipliedSaturating(by: kept.factor)
      let first = start ?? (time - other.decodeTime)
      start = start ?? first + kept.shortening
      let range = sample.fileRange
      let isSame =
        time - first == other.decodeTime
        && clock.compositionOffset(of: sample).multipliedSaturating(by: kept.factor)
          == other.compositionOffset
        && sample.flags.isNonSync == other.flags.isNonSync
        && sample.descriptionIndex == other.descriptionIndex
        && range.count == other.fileRange.count
        && (range.isEmpty || newOffset(shifted(range, sample)) == other.fileRange.lowerBound)
        && (!hasGroups || sample.isInGroups(of: other))
      guard isSame else { return false }
    }
    return true
  }

  /// The offset of a sample's bytes in the numbering of the edit: segments follow the file.
  private func shifted(_ range: Range<Int>, _ sample: Sample) -> Range<Int> {
    let shift = edit.segments?.offsets[sample.location]?.shift ?? 0
    return range.lowerBound + shift..<range.upperBound + shift
  }

  /// The same as ``digest(_:_:)`` for the first samples, whose end can be within a chunk.
  private func samples(
    of track: Track, upTo count: Int, _ newOffset: (Range<Int>) -> Int?
  ) -> Int {
    var hasher = Hasher()
    for sample in track.samples.withBytes {
      guard sample.index < count else { break }
      hasher.combine(sample.descriptionIndex)
      hasher.combine(sample.fileRange.count)
      if sample.location != .file(0) {
        hasher.combine(sample.fileRange.lowerBound)
      } else if !sample.fileRange.isEmpty {
        hasher.combine(newOffset(sample.fileRange))
      }
    }
    return hasher.finalize()
  }

  /// A hash of the offsets and sizes of all samples of a track, so that millions of them need no memory. Chunks are
  /// compared as a whole: sizes determine the offsets of samples in them.
  private func digest(_ track: Track, _ newOffset: (Range<Int>) -> Int?) -> Int {
    var hasher = Hasher()
    for chunk in track.samples.chunks {
      hasher.combine(chunk.index)
      hasher.combine(chunk.sampleCount)
      hasher.combine(chunk.descriptionIndex)
      let range = chunk.fileRange
      hasher.combine(range?.count)
      if chunk.location != .file(0) {
        // Offsets in another file do not change.
        hasher.combine(chunk.start)
      } else if let range, !range.isEmpty {
        hasher.combine(newOffset(range))
      }
      chunk.hashSizes(into: &hasher)
    }
    return hasher.finalize()
  }
}

extension EditList.Edit {
  /// Whether it is the same as before; if that one lasted until the end of the media, this one may state its duration.
  fileprivate func isSame(as old: EditList.Edit) -> Bool {
    var old = old
    old.duration = old.duration ?? duration
    return self == old
  }
}

extension Sample {
  /// Whether it is in the same groups, even if their descriptions have other numbers.
  fileprivate func isInGroups(of other: Sample) -> Bool {
    inOrder(groups).elementsEqual(inOrder(other.groups)) {
      $0.type == $1.type && $0.parameter == $1.parameter && $0.description == $1.description
    }
  }

  private func inOrder(_ groups: [SampleGroup]) -> [SampleGroup] {
    groups.sorted {
      ($0.type.rawValue, $0.parameter.map(Int.init) ?? -1)
        < ($1.type.rawValue, $1.parameter.map(Int.init) ?? -1)
    }
  }
}
