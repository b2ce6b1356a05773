import FieldCoding
import HEIF
public import ISOBMFF
import Metadata
import Movie
import Rescue

extension Edit {
  /// Repairs everything that can be repaired without guessing. The notes say what was wrong, what was done, and
  /// what is lost; an intact file gets no notes.
  ///
  /// It throws if the file cannot be repaired; the message says what else can be done.
  ///
  /// - Parameters:
  ///   - initialization: the initialization segment, with the `ftyp` and `moov` boxes of the stream, for fragments that
  ///     have lost them.
  ///   - isOther: whether it is another recording.
  public mutating func repair(
    initialization: Bytes? = nil, ofOther isOther: Bool = false
  ) throws(EditError) {
    if original.bytes.starts(with: [0xFF, 0xD8]) { return try repairPicture() }
    giveHeadersToLostBoxes()
    if rewritten != nil { return }
    findFragments()
    removeDamagedFragments()
    if try findMovie() { return }
    if try findPicture() { return }
    if let initialization { try describeFragments(by: initialization, ofOther: isOther) }
    if !hasDescription, file.boxes.first("moof") == nil, rebuildStatedMovie() { return }
    guard file.boxes.contains(where: { $0.definition() != nil }) else { return }
    try requireDescription()
    if let note = file.shortenMediaHeader() { notes.append(note) }
    growMediaData()
    removeTrailingBytes()
    removeFollowingMovies()
    removeOtherMovies()
    try endAtTheCut()
    _ = keepReadableTracks()
    removeFragmentsWithoutData()
    shortenDamagedFragments()
    orderFragments()
    nameMissingFragments()
    removeStaleIndex()
    try removeSamplesAfterBoxes()
    _ = try findMovedSamples()
    try findMovedItems()
    giveMetadataItsVersion()
    try findDescriptorsInItemData()
    try makeGridDescriptors()
    nameItemHandler()
    namePrimaryItem()
    addFileType()
    correctImageConfigurations()
    fillConfigurations()
    nameLostContents()
  }

  /// Copies parameter sets from the samples to a sample entry that has none, although its type requires them.
  private mutating func fillConfigurations() {
    guard original.boxes.first("moov") != nil, file.boxes.first("moov") != nil else { return }
    var filled = self
    do throws(EditError) {
      try filled.settleConfigurations { entry in
        guard SampleEntryTag.allOutOfBand.contains(entry.type) else { return nil }
        let sets: (any RetaggedStreamSets)? =
          RetaggedHEVCSets(entry.children) ?? RetaggedAVCSets(entry.children)
        return sets?.units.isEmpty == true ? entry.type : nil
      }
      self = filled
    } catch {
      // They are not in the samples, either: another recording may have them.
    }
  }

  /// Whether a photo has all of its description: the segments and tables of a JPEG image, or the items of a HEIF file,
  /// whose images are where it says. False for other files.
  public static func isIntact(_ bytes: Bytes) -> Bool {
    if bytes.starts(with: [0xFF, 0xD8]) {
      let jpeg = JPEGSegments(bytes)
      return jpeg.finding == nil && jpeg.structureProblem == nil
    }
    let file = BoxFile(bytes)
    return file.boxes.first("moov") == nil && HEIFFile(file)?.isIntact(in: bytes) == true
  }

  /// Whether a photo has all of its description, even if its images are damaged or not where it says.
  public static func isDescribed(_ bytes: Bytes) -> Bool {
    HEIFFile(BoxFile(bytes))?.isDescribed == true
  }

  /// The edit that repairs a photo so that it has all of its description; nil if other means are needed.
  public static func repairing(_ bytes: Bytes) -> Edit? {
    var edit = Edit(bytes)
    do {
      try edit.repair()
      let written = try edit.finished().written
      return isIntact(try ByteSource(viewing: written, filling: \.count).bytes) ? edit : nil
    } catch {
      return nil
    }
  }

  /// Removes the index of fragments if it is wrong: players would look for them at other offsets.
  private mutating func removeStaleIndex() {
    guard original.hasStaleFragmentIndex, file.boxes.first("mfra") != nil else { return }
    file.boxes.removeAll { $0.type == "mfra" }
    notes.append(
      "the index of the fragments (mfra) is removed: it has positions at which no fragment starts")
  }

  var hasDescription: Bool { file.boxes.contains { FourCC.describing.contains($0.type) } }

  /// Throws if there is no description, without which the bytes of media data have no meaning.
  private func requireDescription() throws(EditError) {
    guard !hasDescription else { return }
    guard file.boxes.contains(where: { $0.type == "moof" }) else {
      throw EditError(
        .wrongFile,
        "has neither a moov nor a meta box, so that nothing describes its media data; it may have been truncated before they were written: copy it again from where it came from, or rebuild it with boxwalk repair --like and another file of the same camera"
      )
    }
    throw EditError(
      .wrongFile,
      "has fragments, and no moov box that says how they are coded; that is in the initialization segment of the same stream: give it with --init, or another recording of the same camera with --like"
    )
  }

  /// Whether the file has fragments, so that a `moov` box says only how they are coded.
  public var isInFragments: Bool { file.boxes.first("moof") != nil }

  /// Inserts the boxes of an initialization segment before the fragments of a stream (ISO/IEC 14496-12 §8.8,
  /// §8.16), or what the `moov` box of the stream has lost of them.
  ///
  /// Throws if one of the two has no boxes of its kind, or if the segment does not describe all tracks of the
  /// fragments.
  ///
  /// - Parameters:
  ///   - segment: the initialization segment, with `ftyp` and `moov`.
  ///   - isOther: whether it is that of another recording, whose metadata does not belong here.
  public mutating func describeFragments(
    by segment: Bytes, ofOther isOther: Bool = false
  ) throws(EditError) {
    let initialization = BoxFile(segment)
    let source = isOther ? "other recording" : "initialization segment"
    guard var movie = initialization.boxes.first("moov") else {
      throw EditError(.wrongFile, "the \(source) has no moov box")
    }
    let isInTables = isOther && movie.children.first("mvex") == nil
    if isInTables, let whole = MovieFile(initialization) {
      // How long that recording is, and how it is cut, is not true of this one.
      movie.emptyTables(whole)
      movie.change(["mvex"]) { extends in
        extends.children.removeAll { $0.type == "mehd" }
        return true
      }
      for index in movie.children.indices where movie.children[index].type == "trak" {
        movie.children[index].children.removeAll { $0.type == "edts" }
      }
    }
    let described = Set(
      movie.children.at("mvex").compactMap { $0[TrackExtendsBox.self]?.trackID })
    let used = file.boxes.all("moof").flatMap { $0.children.all("traf") }
      .compactMap { $0.children.first(TrackFragmentHeaderBox.self)?.trackID }
    guard !used.isEmpty else { throw EditError(.wrongFile, "has no fragments") }
    if let unknown = used.first(where: { !described.contains($0) }) {
      throw EditError(
        .invalid,
        "the \(source) is of another stream: it does not describe track \(unknown)")
    }
    var metadata = RebuiltMovieMetadata()
    if isOther { metadata.filter(&movie) }
    if let movieIndex = file.boxes.firstIndex("moov") {
      let own = file.boxes[movieIndex]
      let (completed, lost) = own.completedInitialization(like: movie)
      guard !lost.isEmpty || own.isBroken || own.children.contains(where: \.isBroken) else {
        return
      }
      file.boxes[movieIndex] = completed
      if !lost.isEmpty {
        notes.append("what the moov box had lost is that of the \(source): \(listed(lost))")
      }
      noteBroken(own)
    } else {
      file.boxes.correctFragmentBases()
      // The index at the end counts from the start that is lost.
      file.boxes.removeAll { ["ftyp", "styp", "mfra"].contains($0.type) }
      file.boxes.insert(
        contentsOf: [initialization.boxes.first("ftyp"), movie].compactMap { $0 }, at: 0)
      if isInTables, !movie.isQuickTimeMovie { file.requireBrands(["iso6"]) }
      notes.append("the moov box was missing; it is now the one of the \(source)")
      if isOther { notes += metadata.notes }
    }
    changedTracks.formUnion(MovieFile(original)?.tracks.map(\.id) ?? [])
    guard isInTables else { return }
    guard let tracks = MovieFile(file)?.tracks,
      tracks.allSatisfy({ $0.leadsToSamples(in: original.bytes) })
    else {
      throw EditError(
        .wrongFile,
        "has fragments that are not coded as the other recording: give the initialization segment of the same stream with --init, or another recording in fragments with --like"
      )
    }
    losesMedia = true
    notes.append(
      "the other recording is not in fragments: that times count in its units is a guess, and boxwalk verify --decode shows whether the frames can be decoded as it says"
    )
  }
}

extension BoxFile {
  /// Whether the index of its fragments (`mfra`) has positions at which no fragment starts.
  var hasStaleFragmentIndex: Bool {
    let starts = Set(boxes.all("moof").compactMap { $0.origin.map { Int64($0.fileOffset) } })
    return boxes.all("mfra").flatMap(\.children).contains { box in
      guard let entries = box[TrackFragmentRandomAccessBox.self]?.entries else { return false }
      return (0..<entries.count).contains { !starts.contains(entries[$0, 1]) }
    }
  }
}
