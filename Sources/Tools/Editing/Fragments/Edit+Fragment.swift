import ISOBMFF
import Movie

extension Edit {
  /// Converts a movie with sample tables to a fragmented movie (ISO/IEC 14496-12 §8.8), as streams and recorders
  /// use it: every sample keeps its bytes, times, flags and groups. The file has indexes of its fragments
  /// (`sidx`, `mfra`).
  ///
  /// Throws if the movie already has fragments (``defragment()``), or if it has something that a fragment cannot
  /// state: encryption tables, subsample tables, or packets of audio that count as several samples.
  public mutating func fragment(every length: FragmentLength) throws(EditError) {
    let movie = try movieWithoutFragments()
    for track in movie.tracks {
      let clock = FragmentClock(composingLater: track)
      if clock.compositionShift > 0 { fragmentClocks[track.id] = clock }
    }
    let count = try writeFragments(of: movie, FragmentCuts(movie, length))
    shiftEdits()
    file.requireBrands(["iso6"])
    notes.append("the samples are in \(counted(count, "fragment")) now")
    noteEdits(of: movie)
  }

  /// Says what is hidden or repeated by edit lists, which many players do not follow in fragments.
  private mutating func noteEdits(of movie: MovieFile) {
    for track in movie.tracks where ["vide", "soun"].contains(track.handlerType) {
      let phrases =
        PresentedMedia(track, movieTimescale: movie.header?.timescale ?? 0)
        .map { HiddenSamples(track, $0).phrases }
        ?? ["that track \(track.id) is shown in parts by an edit list"]
      notes += phrases.map { "some players of fragments do not know \($0)" }
    }
  }

  /// Lets the edits of tracks whose frames are composed later show the same frames.
  private mutating func shiftEdits() {
    guard let index = file.boxes.firstIndex(where: { $0.type == "moov" }) else { return }
    var children = file.boxes[index].children
    for index in children.indices where children[index].type == "trak" {
      guard let id = children[index].children.first(TrackHeaderBox.self)?.trackID,
        let clock = fragmentClocks[id], clock.compositionShift > 0
      else { continue }
      let list = children[index].children.at("edts").first(EditListBox.self)
      children[index].setEdits(
        clock.edits(list), repeats: list.map { $0.header.flags & 1 != 0 } ?? false)
    }
    file.boxes[index].children = children
  }

  /// The movie, if all of its samples are there, and tables describe them.
  func movieWithoutFragments() throws(EditError) -> MovieFile {
    let movie = try MovieFile(requiredIn: file)
    guard !movie.isFragmented else {
      throw EditError(
        .unsupported, "has fragments: they have to be put together before others are made")
    }
    try movie.requireTables()
    let end = file.added.reduce(file.bytes.source.count) { $0.addingSaturating($1.count) }
    for track in movie.tracks {
      guard track.samples.count == track.sampleCount, track.samples.areWithin(end) else {
        throw EditError(
          .damaged,
          "ends before all samples of track \(track.id) do; boxwalk repair drops what is lost")
      }
    }
    return movie
  }

  /// Writes all samples in fragments.
  ///
  /// - Parameter hasSegmentTypes: whether each segment has a segment type (`styp`), as a file of its own does.
  /// - Returns: the number of fragments.
  mutating func writeFragments(
    of movie: MovieFile, _ cuts: FragmentCuts, hasSegmentTypes: Bool = false
  ) throws(EditError) -> Int {
    guard let index = file.boxes.firstIndex(where: { $0.type == "moov" }) else { return 0 }
    try refuseTables(of: movie)
    let builder = try MovieFragmentBuilder(movie, cuts, fragmentClocks)
    let media = try mediaBoxes(builder)
    let descriptions = Bytes(builder.descriptions)
    let firstOffset = file.registerMedia(descriptions)
    var fragments: [Box] = []
    for (index, (fragment, data)) in zip(builder.fragments, media).enumerated() {
      guard let bytes = descriptions.part(fragment.description) else { continue }
      if hasSegmentTypes, cuts.segmentStarts.contains(index) {
        fragments.append(Box(type: "styp", FileTypeBox.cmafSegment))
      }
      // Boxes that were read are copied, so their offsets are known.
      fragments += BoxFile(bytes).boxes + [data]
    }
    if !hasSegmentTypes {
      let indexes = FragmentIndexes(
        builder, cuts.leader, fragmentClocks)
      fragments = (indexes.segmentIndex.map { [$0] } ?? []) + fragments
      fragments.append(try indexes.randomAccess(firstOffset))
    }
    file.boxes[index].emptyTables(movie)
    // Fragments have the samples, including those that an edit added before, and those in boxes of other types, which can
    // be damaged headers of media data.
    let moved = builder.fragments.flatMap(\.tracks).flatMap(\.ranges).joined
    let source = file.bytes.source
    file.boxes.removeAll { box in
      if ["mdat", "wide", "mfra", "sidx"].contains(box.type) { return true }
      return box.pieces.contains { $0.source === source && !moved.overlapping($0.range).isEmpty }
    }
    try keepItems()
    file.boxes += fragments
    if let rest = file.lostFragments {
      file.trailing = Bytes()
      lose([
        "\(counted(rest.count, "byte")) after the last box are left out: readers would take them for more fragments"
      ])
    }
    rebuiltTracks.formUnion(movie.tracks.map(\.id))
    keepsOffsets = false
    return builder.fragments.count
  }

  private mutating func refuseTables(of movie: MovieFile) throws(EditError) {
    let tables: Set<FourCC> = ["saiz", "saio", "senc", "subs", "padb"]
    for track in movie.tracks {
      let children = track.box.children.at("mdia", "minf", "stbl")
      if let table = children.first(where: { tables.contains($0.type) }) {
        throw EditError(
          .unsupported,
          "has a table (\(table.type), track \(track.id)) that cannot be divided among fragments yet"
        )
      }
      guard children.contains(where: { $0.type == "stsh" }) else { continue }
      lose(["track \(track.id): the list of samples that can replace others (stsh) is removed"])
    }
  }

  /// The `mdat` box of each fragment.
  private func mediaBoxes(_ builder: MovieFragmentBuilder) throws(EditError) -> [Box] {
    let media = MediaLookup(file)
    var boxes: [Box] = []
    for fragment in builder.fragments {
      var parts: [Bytes] = []
      for range in fragment.tracks.flatMap(\.ranges) {
        guard let bytes = media[range] else {
          throw EditError(
            .damaged, "ends before all of its samples do; boxwalk repair drops what is lost",
            offset: range.lowerBound)
        }
        parts.append(bytes)
      }
      boxes.append(Box(mediaData: parts))
    }
    return boxes
  }

  /// Keeps the data of items, in an `mdat` box of its own.
  private mutating func keepItems() throws(EditError) {
    let ranges = file.usedMedia(without: Set((MovieFile(file)?.tracks ?? []).map(\.id)))
    let media = MediaLookup(file)
    let parts = ranges.compactMap { media[$0] }
    guard !parts.isEmpty else { return }
    file.boxes.append(Box(mediaData: parts))
  }
}

extension Box {
  /// Removes the samples from the tables of a `moov` box, and announces fragments.
  fileprivate mutating func emptyTables(_ movie: MovieFile) {
    var children = children.filter { $0.type != "mvex" }
    var extends = ContainerBox()
    var length = MovieExtendsHeaderBox()
    let longest = movie.tracks.compactMap { $0.header?.duration }.max() ?? 0
    // The header can still state the duration of tracks that were removed.
    length.fragmentDuration = longest > 0 ? longest : movie.header?.duration ?? 0
    if length.fragmentDuration > UInt64(UInt32.max) { length.header.version = 1 }
    extends.children = [Box(length)]
    for index in children.indices {
      children[index][MovieHeaderBox.self]?.setDuration(0)
      guard children[index].type == "trak",
        let id = children[index].children.first(TrackHeaderBox.self)?.trackID
      else { continue }
      children[index].emptyTable()
      var defaults = TrackExtendsBox()
      defaults.trackID = id
      extends.children.append(Box(defaults))
    }
    let last = children.lastIndex { $0.type == "trak" } ?? children.endIndex - 1
    children.insert(Box(type: "mvex", extends), at: last + 1)
    self.children = children
  }

  /// A `trak` box without samples.
  private mutating func emptyTable() {
    var tables = SampleTableBuilder()
    let empty = tables.boxes()
    let replaced = Box.sampleTableTypes.union(["sbgp", "csgp"])
    change(["mdia", "minf", "stbl"]) { table in
      table.children = table.children.filter { !replaced.contains($0.type) } + empty
      return true
    }
    change(["mdia", "mdhd"]) { header in
      header[MediaHeaderBox.self]?.setDuration(0)
      return true
    }
    change(["tkhd"]) { header in
      header[TrackHeaderBox.self]?.setDuration(0)
      return true
    }
  }
}

extension BoxFile {
  /// Removes brands that promise a coding which no track has any more. They have the name of its sample entry (`av01`, AV1
  /// Codec ISO Media File Format Binding §2.1).
  mutating func removeBrands(ofCodings old: [FourCC]) {
    guard let index = boxes.firstIndex(where: { $0.type == "ftyp" }),
      var type = boxes[index][FileTypeBox.self]
    else { return }
    let left = (MovieFile(self)?.tracks ?? []).flatMap(\.sampleEntries).map(\.type)
    let gone = Set(old).subtracting(left)
    guard !gone.isDisjoint(with: [type.majorBrand] + type.compatibleBrands) else { return }
    type.compatibleBrands.removeAll(where: gone.contains)
    if gone.contains(type.majorBrand) { type.majorBrand = type.compatibleBrands.first ?? "isom" }
    boxes[index][FileTypeBox.self] = type
  }

  /// Adds brands that readers have to support to read the file.
  mutating func requireBrands(_ brands: [FourCC]) {
    guard let index = boxes.firstIndex(where: { $0.type == "ftyp" }),
      var type = boxes[index][FileTypeBox.self]
    else { return }
    let missing = brands.filter { !type.compatibleBrands.contains($0) }
    guard !missing.isEmpty else { return }
    type.compatibleBrands += missing
    boxes[index][FileTypeBox.self] = type
  }
}
