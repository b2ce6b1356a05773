import ISOBMFF
import Movie

extension Edit {
  /// Keeps only a part of the presentation, in all tracks. The cuts are exact to a millionth of a second: they are
  /// in the edit list (ISO/IEC 14496-12 §8.6.6), for which the movie gets a larger timescale if necessary. Samples
  /// that are not needed to decode the part are removed, with their bytes. Nothing is re-encoded.
  ///
  /// A track without media in the part is removed, and ``notes`` say so.
  ///
  /// Throws if the part shows nothing, if the movie has fragments (``defragment()``), or if samples overlap in the
  /// file.
  ///
  /// - Parameters:
  ///   - start: the start of the part, in seconds of the presentation.
  ///   - end: the end of the part, in seconds of the presentation; nil for the end of the movie.
  ///   - dropping: whether samples are removed; if not, only the edit lists change.
  ///   - countsSamples: whether ``notes`` say how many samples stay.
  public mutating func trim(
    from start: Double, to end: Double?, dropping: Bool = true, countsSamples: Bool = true
  ) throws(EditError) {
    guard let whole = MovieFile(file),
      let movieIndex = file.boxes.firstIndex(where: { $0.type == "moov" })
    else { throw EditError(noMovieIn: file) }
    guard !whole.isFragmented else {
      throw EditError(.unsupported, "has fragments: it cannot be cut before they are put together")
    }
    try whole.requireTables()
    let length = whole.duration ?? 0
    refineTimescale(for: [start, end ?? 0].filter { $0 > 0 && $0 < length })
    let part = try MovieFile(requiredIn: file).part(from: start, to: end)
    let factors = refineMediaTimescales(
      for: part, of: try MovieFile(requiredIn: file), at: movieIndex)
    let movie = try MovieFile(requiredIn: file)
    let timescale = movie.header?.timescale ?? 0
    var trimmed: [UInt32: TrimmedTrack] = [:]
    for track in movie.tracks {
      guard !track.editList.repeats else {
        throw EditError(.unsupported, "shows track \(track.id) again and again, and cannot be cut")
      }
      trimmed[track.id] = TrimmedTrack(track, part, movieTimescale: timescale)
    }
    let gone = movie.tracks.filter { trimmed[$0.id] == nil }
    guard gone.count < movie.tracks.count else {
      throw EditError(.invalid, "shows nothing in that part")
    }
    if dropping {
      try removeTracks(Set(gone.map(\.id)))
      notes += gone.map {
        "track \($0.id) (\($0.handlerType)) has nothing in that part, and is removed"
      }
    }
    var children = file.boxes[movieIndex].children
    var duration: UInt64 = 0
    for index in children.indices where children[index].type == "trak" {
      let id = children[index].children.first(TrackHeaderBox.self)?.trackID ?? 0
      guard let track = trimmed[id] else {
        children[index].hide(for: Int64(part.count))
        continue
      }
      var kept = try track.apply(to: &children[index], dropping: dropping)
      kept.factor = factors[id] ?? 1
      if dropping {
        keptSamples[id] = kept
        if countsSamples { notes += track.descriptions }
      }
      duration = max(duration, track.duration)
    }
    if let header = children.firstIndex(where: { $0.type == "mvhd" }) {
      children[header][MovieHeaderBox.self]?.setDuration(duration)
    }
    file.boxes[movieIndex].children = children
    file.boxes[movieIndex].trimChapters(part, Int64(timescale))
    removeStatedPadding()
    keepsOffsets = false
    if dropping { try dropMedia(of: movie.tracks.filter { trimmed[$0.id] != nil }) }
  }

  /// Removes the bytes of samples that are no longer in a table.
  private mutating func dropMedia(of tracks: [Track]) throws(EditError) {
    let used = file.usedMedia()
    let unused = tracks.filter { $0.samples.chunks.contains { $0.location == .file(0) } }
      .flatMap(file.mediaRanges(of:)).flatMap(used.gaps(in:)).joined
    guard file.replaceMedia(by: Bytes(), unused.map { ($0, 0..<0) }) != nil else {
      throw EditError(.damaged, "has samples to remove that overlap other data")
    }
  }
}

extension Box {
  /// Lets a `trak` box show nothing for a number of ticks of the movie.
  fileprivate mutating func hide(for ticks: Int64) {
    setEdits([[ticks, -1, 1, 0]])
    change(["tkhd"]) { header in
      header[TrackHeaderBox.self]?.setDuration(UInt64(clamping: ticks))
      return true
    }
  }
}

extension MovieFile {
  /// A part of the presentation, in the movie's timescale.
  fileprivate func part(from start: Double, to end: Double?) throws(EditError) -> Range<Int64> {
    let scale = Double(header?.timescale ?? 0)
    let longest = tracks.map { track in
      guard track.editList.isEmpty else { return Int64(clamping: track.header?.duration ?? 0) }
      return EditedTimescale(movie: header?.timescale ?? 0, media: track.timescale)
        .movieTicks(track.composedEnd)
    }.max()
    let last = max(Int64(clamping: header?.duration ?? 0), longest ?? 0)
    let first = Int64(min(max(0, (start * scale).rounded()), 1e18))
    let stop = end.map { min(last, Int64(min(max(0, ($0 * scale).rounded()), 1e18))) } ?? last
    guard scale > 0, first < stop else {
      throw EditError(
        .invalid,
        last > 0
          ? "lasts \(((duration ?? 0) * 1000).rounded() / 1000) s: that part is empty"
          : "has no samples that last: that part is empty"
      )
    }
    return first..<stop
  }
}

extension Box {
  /// Shifts the start of the chapters in Nero's list (`chpl`) to the new start of the movie.
  fileprivate mutating func trimChapters(_ part: Range<Int64>, _ timescale: Int64) {
    change(["udta", "chpl"]) { box in
      guard var list = box[ChapterListBox.self] else { return false }
      let scale = 10_000_000 / Double(max(1, timescale))
      let (start, end) = (Double(part.lowerBound) * scale, Double(part.upperBound) * scale)
      let before = list.chapters.last { Double($0.start) <= start }
      var kept = list.chapters.filter { Double($0.start) > start && Double($0.start) < end }
      for index in kept.indices {
        kept[index].start = UInt64((Double(kept[index].start) - start).rounded())
      }
      if var before {
        before.start = 0
        kept.insert(before, at: 0)
      }
      list.chapters = kept
      box[ChapterListBox.self] = list
      return true
    }
  }
}
