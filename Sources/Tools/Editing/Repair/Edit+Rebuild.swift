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
