import FieldCoding
public import ISOBMFF
import Movie
public import Rescue

extension Edit {
  /// Rebuilds the `moov` box of a recording that was interrupted before it was written: its samples are found in
  /// the bytes, and the new `moov` box is that of another recording, with tables for these samples. The notes say
  /// what was found, what comes from the other recording, and what is left out.
  ///
  /// Tracks whose own tables lead to samples keep these.
  ///
  /// Throws if the other recording has no `moov` box, or if the two recordings have nothing in common.
  ///
  /// - Parameters:
  ///   - recordings: complete recordings of the same camera, or files with what was learned from them
  ///     (``LearnedRecording``). The one that explains most of the first bytes is used.
  ///   - keepsUnknown: whether unexplained bytes become a separate track.
  ///   - canDecode: whether frames can be decoded as the other recording describes them; nil if it is not known.
  ///   - progress: is called with the number of bytes that are decided, and the number of all bytes.
  /// - Returns: what the bytes of the recording are; their offsets count from ``RecordingMap/start``.
  @discardableResult
  public mutating func rebuildMovie(
    like recordings: [Bytes], keepsUnknown: Bool = false,
    canDecode: (FirstFrames) -> Bool? = { _ in nil },
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditError) -> RecordingMap {
    let torn = removeTornMovie()
    guard let region = MediaRegion(file), !region.data.isEmpty else {
      throw EditError(.wrongFile, "has no media data: there is no mdat box with content")
    }
    return try rebuildMovie(
      of: region, keeping: torn, like: recordings, keepsUnknown: keepsUnknown,
      canDecode: canDecode, progress: progress)
  }

  /// Rebuilds the `moov` box of a recording whose frames state how they are coded.
  ///
  /// - Returns: whether they do.
  mutating func rebuildStatedMovie() -> Bool {
    guard let region = MediaRegion(file), let stated = StatedRecording(in: region.data) else {
      return false
    }
    return (try? rebuildMovie(of: region, like: [stated.bytes], statedIn: stated.notes)) != nil
  }

  /// - Parameter ownNotes: what the recording states itself; nil if the other recordings are others.
  @discardableResult
  private mutating func rebuildMovie(
    of region: MediaRegion, keeping torn: Box? = nil, like recordings: [Bytes],
    statedIn ownNotes: [String]? = nil, keepsUnknown: Bool = false,
    canDecode: (FirstFrames) -> Bool? = { _ in nil },
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditError) -> RecordingMap {
    let references = recordings.compactMap { bytes in
      let file = BoxFile(bytes)
      return file.boxes.first("moov").flatMap { moov in
        ReferenceRecording(file).map { (moov, file.boxes.first("ftyp"), $0) }
      }
    }
    guard
      let (moov, type, reference) = SampleSearch.best(
        of: references, \.2, for: region.data, canDecode: canDecode)
    else {
      throw EditError(
        .wrongFile,
        "cannot be rebuilt like the file of --like, which is not a whole recording: it describes no samples"
      )
    }
    let head = region.box == nil ? head(type, region.data) : []
    var rebuilt = RebuiltMovie(
      moov, reference.movie, start: region.box == nil ? head.count : region.data.fileOffset)
    let isComplete =
      region.box != nil && torn.map { rebuilt.use($0, in: original.bytes) } ?? false
    let found =
      isComplete
      ? FoundRecording(like: reference)
      : SampleSearch.samples(in: region.data, like: reference) {
        progress($0, region.data.count)
      }
    let tracks = found.timed(like: reference).filter { !rebuilt.ownTracks.contains($0.track.id) }
    guard !tracks.isEmpty || !rebuilt.ownTracks.isEmpty else {
      throw EditError(
        .damaged,
        "has \(counted(region.data.count, "byte")) of media data, but nothing in it is coded as in the recording of --like: that recording has to be made by the same camera in the same mode"
      )
    }
    let map = RecordingMap(found: found, start: region.data.fileOffset, reference: reference)
    try rebuilt.describe(tracks)
    if keepsUnknown { try rebuilt.describe(unknown: found.unknown) }
    putMediaData(region)
    file.boxes.append(rebuilt.box)
    let gone = Set(reference.movie.tracks.map(\.id)).subtracting(
      tracks.map(\.track.id) + rebuilt.ownTracks)
    file.removeDescriptions(ofTracks: gone)
    if region.box == nil, let movie = file.boxes.last { try write(head, region.data, movie) }
    changedTracks.formUnion(reference.movie.tracks.map(\.id) + rebuilt.addedTracks)
    keepsOffsets = false
    let misread = found.firstFrames(in: region.data, like: reference).filter {
      canDecode($0) == false
    }
    let guesses = found.guesses(tracks, like: reference)
    losesMedia =
      !keepsUnknown && !found.unknown.isEmpty || map.tornByteCount > 0 || !misread.isEmpty
      || !guesses.isEmpty
    if let note = region.note { notes.append(note) }
    for id in rebuilt.ownTracks { notes.append("track \(id): its own tables are whole, and used") }
    if let torn { noteBroken(torn) }
    if !rebuilt.takenBoxes.isEmpty {
      notes.append(
        "what these tracks had lost is that of the other recording: \(listed(rebuilt.takenBoxes.map { "\($0)" }))"
      )
    }
    for pictures in misread {
      notes.append(
        "track \(pictures.track): its pictures cannot be decoded with the settings of the other recording, which was made in another mode: --like needs one that was made in the same mode"
      )
    }
    notes +=
      map.notes(tracks, besides: rebuilt.ownTracks, keepsUnknown: keepsUnknown) + guesses
      + (ownNotes ?? rebuilt.notes)
    return map
  }

  /// Names the metadata of a `moov` box that cannot be read, and so is not in the new one.
  mutating func noteBroken(_ movie: Box) {
    let described: Set<FourCC> = ["mvhd", "trak", "mvex"]
    let lost = movie.children.filter { $0.isBroken && !described.contains($0.type) }
    guard !lost.isEmpty || movie.trailing.contains(where: { $0 != 0 }) else { return }
    let names = lost.map { $0.type.rawValue == 0 ? "a box without a type" : "\($0.type)" }
    notes.append(
      "left out, because it cannot be read: \(names.isEmpty ? "what follows in the moov box" : listed(names))"
    )
  }

  /// Whether the file has a `moov` box that describes its media data.
  public var describesItsMedia: Bool {
    file.boxes.first("moov")?.isIntactMovie(in: original.bytes) == true
      && MovieFile(original)?.tracks.isEmpty == false
  }

  /// Removes a `moov` box that was truncated, or whose tables were overwritten.
  ///
  /// - Returns: the box; its whole tracks are used.
  private mutating func removeTornMovie() -> Box? {
    guard let moov = file.boxes.first("moov") else { return nil }
    file.boxes.removeAll { $0.type == "moov" }
    changedTracks.formUnion(MovieFile(original)?.tracks.map(\.id) ?? [])
    notes.append(
      "the moov box, at byte \(moov.origin?.fileOffset ?? 0), is damaged: only what is whole of it is used"
    )
    return moov
  }

  /// The `ftyp` box of the other recording, and the header of an `mdat` box, for a file that consists of media data.
  private func head(_ type: Box?, _ data: Bytes) -> [UInt8] {
    let type = type?.origin.map { Array($0) } ?? []
    let long = MediaDataHeader(
      start: type.count, headerSize: 16, end: type.count + 16 + data.count, hasPlaceholder: false)
    let short = MediaDataHeader(
      start: type.count, headerSize: 8, end: type.count + 8 + data.count, hasPlaceholder: false)
    return type + ((short ?? long)?.bytes ?? [])
  }

  /// The file of such data.
  private mutating func write(_ head: [UInt8], _ data: Bytes, _ movie: Box) throws(EditError) {
    var top = BoxFile(Bytes())
    top.boxes = [movie]
    var writer = ByteWriter()
    writer.write(head)
    writer.write(uncopied: data)
    do throws(FieldError) { writer.write(try top.encoded().bytes) } catch { throw EditError(error) }
    foundMedia = data.range
    rewritten = writer
  }

  /// Lets the `mdat` box have all media data, where that is.
  mutating func putMediaData(_ region: MediaRegion) {
    guard let box = region.box else { return }
    let old = file.boxes[box]
    file.boxes.removeSubrange(box...box + region.takenBoxes)
    if region.takenBoxes > 0 { file.trailing = Bytes() }
    var made = [Box(type: "mdat", opaque: region.data)]
    let needsLong = region.data.count > Int(UInt32.max) - 8
    if old.headerSize == 16, !needsLong {
      made.insert(Box(type: "wide", opaque: Bytes()), at: 0)
    } else if old.headerSize == 8, needsLong, box > 0,
      let wide = file.boxes[box - 1].origin, wide.count == 8,
      ["wide", "free", "skip"].contains(file.boxes[box - 1].type)
    {
      // That is what these eight bytes are for.
      file.boxes.remove(at: box - 1)
      return file.boxes.insert(contentsOf: made, at: box - 1)
    }
    file.boxes.insert(contentsOf: made, at: box)
  }
}

/// The `moov` box of another recording, with tables of samples that were found.
struct RebuiltMovie {
  private(set) var box: Box
  /// Sentences about what was copied from the other recording, and what was not.
  private(set) var notes: [String] = []
  /// Tracks that the other recording does not have.
  private(set) var addedTracks: [UInt32] = []
  /// Tracks whose own tables are used.
  private(set) var ownTracks: [UInt32] = []
  /// The types of boxes of these tracks that are from the other recording.
  private(set) var takenBoxes: [FourCC] = []
  private let movie: MovieFile
  /// The offset of the media data in the file, from which samples count.
  private let start: Int
  private var duration: UInt64 = 0

  private var timescale: UInt32
  /// Whether the header, with its dates, is the recording's own.
  private var hasOwnHeader = false

  /// A longer chunk is divided, so that players can seek.
  private static let longestChunk = 1 << 20

  init(_ moov: Box, _ movie: MovieFile, start: Int) {
    box = moov
    self.movie = movie
    self.start = start
    timescale = movie.header?.timescale ?? 0
    var metadata = RebuiltMovieMetadata()
    var children = moov.children.filter { $0.type != "mvex" }
    for index in children.indices where children[index].type == "trak" {
      metadata.filter(&children[index])
    }
    box.children = children
    metadata.filter(&box)
    notes = metadata.notes
  }

  /// Writes the samples that were found to the tracks. Tracks without such samples do not change.
  mutating func describe(_ tracks: [FoundTimedSamples]) throws(EditError) {
    var children = box.children
    for index in children.indices where children[index].type == "trak" {
      let id = children[index].children.first(TrackHeaderBox.self)?.trackID
      guard let samples = tracks.first(where: { $0.track.id == id }) else { continue }
      var tables = try tables(of: samples)
      let mediaDuration = tables.duration
      children[index].setTables(&tables)
      children[index].setTimes(
        mediaDuration, edits: edits(of: samples),
        presented: &duration, EditedTimescale(movie: timescale, media: samples.track.timescale))
    }
    finish(children)
  }

  /// Uses what is left of the recording's own `moov` box: its metadata, and tracks whose tables lead to samples. What else
  /// these tracks have lost is that of the other recording.
  ///
  /// - Returns: whether all tracks of the other recording are such tracks, so that no samples have to be found.
  mutating func use(_ own: Box, in bytes: Bytes) -> Bool {
    var children = box.children
    let kept = own.children.filter { $0.type != "trak" && !$0.isBroken }
    children.removeAll { child in child.type != "trak" && kept.contains { $0.type == child.type } }
    children.insert(contentsOf: kept.filter { $0.type == "mvhd" }, at: 0)
    children += kept.filter { $0.type != "mvhd" && $0.type != "mvex" }
    if let header = kept.first(MovieHeaderBox.self) {
      (timescale, hasOwnHeader) = (header.timescale, true)
    }
    for index in children.indices where children[index].type == "trak" {
      let made = own.children.all("trak").firstNonNil { trak in
        trak.completed(like: children[index], inMovie: timescale, of: bytes)
      }
      guard let made else { continue }
      children[index] = made.track.box
      duration = max(duration, made.track.header?.duration ?? 0)
      ownTracks.append(made.track.id)
      takenBoxes += made.lost.filter { !takenBoxes.contains($0) }
    }
    finish(children)
    return ownTracks.count == children.count { $0.type == "trak" }
  }

  /// Adds a track with the unexplained bytes, a sample for each region. It is not enabled, so that it is not played.
  mutating func describe(unknown: [Range<Int>]) throws(EditError) {
    guard !unknown.isEmpty else { return }
    let id = (movie.tracks.map(\.id).max() ?? 0) + 1
    var tables = SampleTableBuilder()
    for region in unknown {
      tables.beginChunk(at: start + region.lowerBound, descriptionIndex: 1)
      try tables.append(
        SampleTableBuilder.Row(
          duration: 1, compositionOffset: 0, byteCount: region.count, flags: SampleFlags()))
    }
    var track = Box.unknownTrack(id, timescale: max(1, timescale))
    let mediaDuration = tables.duration
    track.setTables(&tables)
    var presented: UInt64 = 0
    track.setTimes(
      mediaDuration, edits: [], presented: &presented,
      EditedTimescale(movie: timescale, media: max(1, timescale)))
    addedTracks.append(id)
    var children = box.children
    let index = children.lastIndex { $0.type == "trak" }.map { $0 + 1 } ?? children.endIndex
    children.insert(track, at: index)
    finish(children)
  }

  private mutating func finish(_ children: [Box]) {
    var children = children
    let largest = (movie.tracks.map(\.id) + addedTracks).max() ?? 0
    for index in children.indices where children[index].type == "mvhd" {
      if !hasOwnHeader { children[index][MovieHeaderBox.self]?.forgetTimes() }
      children[index][MovieHeaderBox.self]?.makeNextTrackID(largerThan: largest)
      children[index][MovieHeaderBox.self]?.setDuration(duration)
    }
    box.children = children
  }

  private func tables(of track: FoundTimedSamples) throws(EditError) -> SampleTableBuilder {
    var tables = SampleTableBuilder()
    var (end, chunk) = (-1, 0)
    for sample in track.samples {
      if sample.start != end || sample.start - chunk >= RebuiltMovie.longestChunk {
        tables.beginChunk(at: start + sample.start, descriptionIndex: 1)
        chunk = sample.start
      }
      var flags = SampleFlags()
      flags.isNonSync = !sample.isSync
      try tables.append(
        SampleTableBuilder.Row(
          duration: sample.duration, compositionOffset: sample.compositionOffset,
          byteCount: sample.byteCount / sample.sampleCount, flags: flags),
        count: sample.sampleCount)
      end = sample.start + sample.byteCount
    }
    return tables
  }

  /// The edit list skips the priming or reordering delay at the start, as in the other recording. Its other cuts are
  /// not used.
  private func edits(of samples: FoundTimedSamples) -> [[Int64]] {
    let track = samples.track
    guard !track.editList.isEmpty else { return [] }
    let first = track.editList.edits.lazy.compactMap(\.mediaTime).first ?? 0
    let isOfCoding = ["vide", "soun"].contains(track.handlerType) && first <= track.timescale / 2
    let begin = isOfCoding ? min(first, samples.end) : 0
    let scale = EditedTimescale(movie: timescale, media: track.timescale)
    return [[scale.movieTicks(samples.end - begin), begin, 1, 0]]
  }
}

extension Box {
  /// Writes tables to a `trak` box. Information about single samples of the other recording is removed.
  fileprivate mutating func setTables(_ tables: inout SampleTableBuilder) {
    let made = tables.boxes()
    change(["mdia", "minf", "stbl"]) { table in
      table.children = table.children.filter { $0.type == "stsd" } + made
      return true
    }
  }

  /// - Parameters:
  ///   - edits: the rows of the edit list; none for no list.
  ///   - presented: the duration of the movie, which is increased to that of the track.
  fileprivate mutating func setTimes(
    _ mediaDuration: UInt64, edits: [[Int64]], presented: inout UInt64, _ scale: EditedTimescale
  ) {
    let duration =
      edits.first.map { UInt64(clamping: $0[0]) }
      ?? UInt64(clamping: scale.movieTicks(Int64(clamping: mediaDuration)))
    presented = max(presented, duration)
    setEdits(edits)
    change(["mdia", "mdhd"]) { header in
      header[MediaHeaderBox.self]?.forgetTimes()
      header[MediaHeaderBox.self]?.setDuration(mediaDuration)
      return true
    }
    change(["tkhd"]) { header in
      header[TrackHeaderBox.self]?.forgetTimes()
      header[TrackHeaderBox.self]?.setDuration(duration)
      return true
    }
  }

  /// A `trak` box for unexplained bytes, without tables.
  fileprivate static func unknownTrack(_ id: UInt32, timescale: UInt32) -> Box {
    var header = TrackHeaderBox()
    header.header.flags = 0
    header.trackID = id
    var mediaHeader = MediaHeaderBox()
    mediaHeader.timescale = timescale
    var handler = HandlerBox()
    handler.handlerType = "meta"
    handler.name = "Bytes that nothing explains"
    var entry = TextSampleEntry()
    entry.mimeFormat = "application/octet-stream"
    var description = SampleDescriptionBox()
    description.children = [Box(entry, in: .sampleEntries)]
    let table = Box.container("stbl", [Box(description)])
    let information = Box.container(
      "minf", [Box(NullMediaHeaderBox()), .dataInformation, table])
    return .container(
      "trak",
      [Box(header), .container("mdia", [Box(mediaHeader), Box(handler), information])])
  }

  fileprivate var sampleEntry: Box? {
    children.at("mdia").at("minf").at("stbl").first(SampleDescriptionBox.self)?.children.first
  }

  /// A track with its own tables, if these lead to samples. What it has lost otherwise is that of another track.
  fileprivate func completed(
    like other: Box, inMovie timescale: UInt32, of bytes: Bytes
  ) -> (track: Track, lost: [FourCC])? {
    guard let (completed, lost) = completed(like: other), completed.isReadableTrack,
      completed.trackID == other.trackID
    else { return nil }
    var made = completed
    made.correctDurations(ofHeaders: lost, inMovie: timescale)
    guard let track = MovieFile(moov: .container("moov", [made]))?.tracks.first,
      track.tableSampleCount > 0, track.isIntact(in: bytes)
    else { return nil }
    return (track, lost)
  }
}

extension TimedHeader {
  /// Removes the dates of the other recording.
  mutating func forgetTimes() {
    creationTime = 0
    modificationTime = 0
  }
}
