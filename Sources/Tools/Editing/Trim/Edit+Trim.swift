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
      let movieIndex = file.boxes.firstIndex("moov")
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
      trimmed[track.id] = TrimmedTrack(
        track, part, movieTimescale: timescale, in: file.bytes)
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
    if let header = children.firstIndex("mvhd") {
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
    // Programs that were interrupted leave durations of 0 in headers.
    let longest = tracks.map { track in
      let scale = EditedTimescale(movie: header?.timescale ?? 0, media: track.timescale)
      let end = TrimmedTrack.edits(of: track, scale).last?.end ?? 0
      return track.editList.isEmpty ? end : max(end, Int64(clamping: track.header?.duration ?? 0))
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

/// The part of a track that is left in a part of the movie: its edits (ISO/IEC 14496-12 §8.6.6), and the samples that
/// these need.
struct TrimmedTrack {
  /// The rows of `elst`, with the old media times.
  private(set) var rows: [[Int64]] = []
  /// The indices of the samples that are shown, and of those that are needed to decode them.
  private(set) var samples = 0..<0
  private let track: Track
  private let scale: EditedTimescale

  /// The presented duration, in the movie's timescale.
  var duration: UInt64 { rows.reduce(0) { $0.addingSaturating(UInt64(clamping: $1[0])) } }

  /// Nil if the track has nothing in that part.
  ///
  /// - Parameters:
  ///   - part: the part in the movie's timescale.
  ///   - bytes: the bytes of the file.
  init?(_ track: Track, _ part: Range<Int64>, movieTimescale: UInt32, in bytes: Bytes) {
    self.track = track
    scale = EditedTimescale(movie: track.timescale, media: movieTimescale)
    var needed: Range<Int64>?
    let toMovie = EditedTimescale(movie: movieTimescale, media: track.timescale)
    for edit in TrimmedTrack.edits(of: track, toMovie) {
      let shown =
        max(
          edit.start, part.lowerBound)..<max(
          edit.start, part.lowerBound, min(edit.end, part.upperBound))
      guard !shown.isEmpty else { continue }
      let rate = [edit.rate >> 16, Int64(Int16(truncatingIfNeeded: edit.rate))]
      guard let start = edit.mediaTime else {
        rows.append([Int64(shown.count), -1] + rate)
        continue
      }
      let first = start.addingSaturating(mediaTicks(shown.lowerBound - edit.start, edit.rate))
      let end = start.addingSaturating(mediaTicks(shown.upperBound - edit.start, edit.rate))
      rows.append([Int64(shown.count), first] + rate)
      let media = first..<max(first + 1, end)
      needed =
        needed.map {
          min($0.lowerBound, media.lowerBound)..<max($0.upperBound, media.upperBound)
        } ?? media
    }
    while rows.last.map({ $0[1] < 0 }) ?? false { rows.removeLast() }
    guard let needed else { return nil }
    samples = TrimmedTrack.samples(of: track, toShow: needed, in: bytes)
    guard !samples.isEmpty else { return nil }
  }

  fileprivate typealias Edit = (start: Int64, end: Int64, mediaTime: Int64?, rate: Int64)

  /// The edits; without any, the media is shown from its start.
  fileprivate static func edits(of track: Track, _ scale: EditedTimescale) -> [Edit] {
    let media = track.composedEnd
    guard !track.editList.isEmpty else { return [(0, scale.movieTicks(media), 0, 1 << 16)] }
    return track.editList.edits.map { edit in
      let left = max(0, media.subtractingSaturating(edit.mediaTime ?? 0))
      let duration = edit.duration ?? scale.movieTicks(left)
      return (edit.start, edit.start.addingSaturating(duration), edit.mediaTime, edit.rate)
    }
  }

  /// Converts ticks of the movie to ticks of the media that is played during them.
  private func mediaTicks(_ ticks: Int64, _ rate: Int64) -> Int64 {
    let ticks = scale.nearestTicks(ticks)
    return rate == 1 << 16
      ? ticks : ticks.multipliedSaturating(by: Int64(clamping: rate.magnitude)) >> 16
  }

  // MARK: Samples

  /// The indices of the samples that are shown, and of those that are needed to decode them.
  ///
  /// - Parameters:
  ///   - media: the times that are shown, in the track's timescale.
  ///   - bytes: the bytes of the file, which show whether decoding can start with a frame.
  static func samples(
    of track: Track, toShow media: Range<Int64>, in bytes: Bytes
  ) -> Range<Int> {
    let samples = track.samples
    guard let shown = samples.sample(composedAt: media.lowerBound) ?? samples.sample(at: 0) else {
      return 0..<0
    }
    let first =
      track.handlerType == "soun"
      ? track.firstPacket(toDecode: shown) : start(for: shown, of: track, in: bytes)
    // Every sample that is decoded before the last one that is shown may be needed.
    var end = (samples.sample(decodedAt: media.upperBound - 1)?.index ?? shown.index) + 1
    if track.box.children.at("mdia", "minf", "stbl").contains(where: { $0.type == "ctts" }) {
      end = shown.index + 1
      for sample in samples.from(first) where sample.compositionTime < media.upperBound {
        end = max(end, sample.index + 1)
      }
    }
    return first..<max(end, first + 1)
  }

  /// The index where decoding starts: a sync sample that is not composed later, and not predicted from earlier ones.
  /// Leading frames of an open group of pictures need the group before.
  private static func start(for shown: Sample, of track: Track, in bytes: Bytes) -> Int {
    var predicted = PredictedSamples(track)
    var number = shown.index
    while number > 0, let sync = track.samples.syncSample(upTo: number),
      let sample = track.samples.sample(at: sync)
    {
      if sample.compositionTime <= shown.compositionTime, !predicted.contains(sample, in: bytes) {
        return sync
      }
      number = sync - 1
    }
    return 0
  }

  /// The number of frames, or of packets of audio, that are left.
  var descriptions: [String] {
    guard ["vide", "soun"].contains(track.handlerType), samples.count < track.sampleCount else {
      return []
    }
    return [
      "track \(track.id) (\(track.handlerType)): \(samples.count) of \(track.sampleCount) samples stay"
    ]
  }

  // MARK: Boxes

  /// Writes these edits to a `trak` box, and keeps only these samples if `dropping` is true.
  func apply(to box: inout Box, dropping: Bool) throws(EditError) -> KeptSamples {
    var rows = rows
    var kept = KeptSamples(range: samples)
    if dropping, samples != 0..<track.sampleCount,
      let first = track.samples.sample(at: samples.lowerBound)
    {
      try refuse(box, first)
      kept.shortening = shortening(of: first)
      let lack = lack
      box.change(["mdia", "minf", "stbl"]) { table in
        table.keepSamples(samples, at: first.fileRange.lowerBound)
        if kept.shortening > 0 { table.shortenFirstSample(by: kept.shortening) }
        if let lack { table.lengthenLastSample(by: lack) }
        return true
      }
      var duration: UInt64 = 0
      box.change(["mdia", "minf", "stbl"]) { table in
        duration = table.sampleDuration
        return false
      }
      box.change(["mdia", "mdhd"]) { header in
        header[MediaHeaderBox.self]?.setDuration(duration)
        return true
      }
      for index in rows.indices where rows[index][1] >= 0 {
        if kept.shortening == 0 { rows[index][1] = startOfLast(at: rows[index][1]) }
        rows[index][1] -= first.decodeTime + kept.shortening
        guard rows[index][1] >= 0 else {
          throw EditError(
            .unsupported,
            "shows pictures of track \(track.id) before they are decoded, which a cut cannot keep")
        }
      }
    }
    box.setEdits(rows)
    box.change(["tkhd"]) { header in
      header[TrackHeaderBox.self]?.setDuration(duration)
      return true
    }
    return kept
  }

  /// The time by which the first sample is shortened, so that it begins with the shown part, if it is the one that is shown
  /// then. Many programs leave out a frame that an edit shows only partly, and show texts, such as titles of chapters,
  /// for the whole duration of their sample.
  private func shortening(of first: Sample) -> Int64 {
    guard rows.count == 1, let time = rows.first?[1],
      ["vide", "text", "sbtl"].contains(track.handlerType),
      track.samples.sample(composedAt: time)?.index == first.index
    else { return 0 }
    let hidden = time - first.compositionTime
    return hidden > 0 && hidden < first.duration ? hidden : 0
  }

  /// The time at which the last frame that stays is composed, if that is the one that is shown at a time; otherwise
  /// that time. The frame is shown longer than its duration, which is the time until the next one is decoded: an edit
  /// that begins later than that shows nothing in many programs.
  private func startOfLast(at time: Int64) -> Int64 {
    guard track.handlerType == "vide", let shown = track.samples.sample(composedAt: time),
      time >= shown.compositionTime.addingSaturating(shown.duration),
      let end = track.samples.sample(at: samples.upperBound - 1)?.index,
      !track.samples.from(shown.index + 1).prefix(max(0, end - shown.index))
        .contains(where: { $0.compositionTime > shown.compositionTime })
    else { return time }
    return shown.compositionTime
  }

  /// The time by which the last sample is lengthened, so that the media lasts as long as what is shown; nil if it does.
  /// A frame is shown until the next one, but if frames are reordered, its duration is the time until the next one is
  /// decoded.
  private var lack: Int64? {
    let ends = rows.filter { $0[1] >= 0 }.map {
      $0[1].addingSaturating(mediaTicks($0[0], $0[2] << 16 | $0[3]))
    }
    let end = min(ends.max() ?? 0, track.composedEnd)
    guard track.handlerType == "vide", let first = track.samples.sample(at: samples.lowerBound),
      let last = track.samples.sample(at: samples.upperBound - 1),
      last.decodeTime.addingSaturating(last.duration).addingSaturating(first.compositionOffset)
        < end
    else { return nil }
    return max(
      0, end.subtractingSaturating(last.compositionTime.addingSaturating(last.duration)))
  }

  /// Throws if there are tables that cannot be cut.
  private func refuse(_ box: Box, _ first: Sample) throws(EditError) {
    guard first.sampleCount == 1 else {
      throw EditError(
        .unsupported,
        "counts each moment of audio as a sample (track \(track.id)), which cannot be cut; with --hide, all samples stay"
      )
    }
    let entries = track.sampleEntries.indices
    let kept = track.samples.from(samples.lowerBound).prefix(samples.count)
    if let lost = kept.first(where: { !entries.contains($0.descriptionIndex - 1) }) {
      throw EditError(
        .damaged,
        "does not say how sample \(lost.number) of track \(track.id) is coded: it names sample entry \(lost.descriptionIndex) of \(entries.count); with --hide, all samples stay"
      )
    }
    let tables: Set<FourCC> = ["saiz", "saio", "senc", "subs", "padb", "csgp"]
    guard
      let table = box.children.at("mdia", "minf", "stbl").first(where: { tables.contains($0.type) })
    else { return }
    throw EditError(
      .unsupported,
      "has a table (\(table.type), track \(track.id)) that cannot be cut; with --hide, all samples stay"
    )
  }
}
