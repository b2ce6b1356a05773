import FieldCoding
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
    guard let index = file.boxes.firstIndex("moov") else { return }
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
    guard let index = file.boxes.firstIndex("moov") else { return 0 }
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
    if case .fragments(let rest) = file.lostContents {
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
  mutating func emptyTables(_ movie: MovieFile) {
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
    guard let index = boxes.firstIndex("ftyp"),
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
    guard let index = boxes.firstIndex("ftyp"),
      var type = boxes[index][FileTypeBox.self]
    else { return }
    let missing = brands.filter { !type.compatibleBrands.contains($0) }
    guard !missing.isEmpty else { return }
    type.compatibleBrands += missing
    boxes[index][FileTypeBox.self] = type
  }
}

/// The length of the fragments of a movie.
public enum FragmentLength: Equatable, Sendable {
  /// Each fragment has one group of pictures: it begins with a sync sample, and ends before the next one.
  case group
  /// Each fragment has at least this duration in seconds, and begins with a sync sample.
  case seconds(Double)
}

/// The fragments of a movie begin at samples of one track, the leader.
struct FragmentCuts {
  /// The first video track, or else an audio track.
  let leader: Track
  /// The decoding times at which the fragments after the first begin, in the timescale of the leader.
  var times: [Int64] = []
  /// The indices of the fragments that begin segments: parts that are or can be separate files.
  var segmentStarts: Set<Int> = []

  /// - Parameter leader: the track whose samples decide; ``times`` are to be added.
  init(leader: Track) { self.leader = leader }

  init(_ movie: MovieFile, _ length: FragmentLength) throws(EditError) {
    let tracks = movie.tracks.filter { $0.sampleCount > 0 }
    let pictures = tracks.filter { $0.handlerType == "vide" }
    guard
      let leader = pictures.first(where: \.isEnabled) ?? pictures.first
        ?? tracks.first(where: { $0.handlerType == "soun" }) ?? tracks.first
    else { throw EditError(.invalid, "has no samples to put in fragments") }
    self.leader = leader
    var ticks: Int64 = 0
    if case .seconds(let seconds) = length {
      ticks = Int64(min(max(0, (seconds * Double(leader.timescale)).rounded()), 1e15))
      guard seconds > 0, ticks > 0 else {
        throw EditError(.invalid, "cannot have fragments of \(seconds) s")
      }
    } else if leader.handlerType != "vide" {
      throw EditError(
        .unsupported,
        "has no pictures, and so no groups of pictures: give the length of fragments in seconds")
    }
    var next: Int64?
    for sample in leader.samples {
      guard let cut = next else {
        next = sample.decodeTime.addingSaturating(ticks)
        continue
      }
      guard sample.isSync, sample.decodeTime >= cut else { continue }
      times.append(sample.decodeTime)
      next = sample.decodeTime.addingSaturating(ticks)
    }
  }

  /// The index of the fragment with the samples that a track decodes at a time.
  ///
  /// - Parameter scale: from ticks of that track to those of the leader.
  func fragment(at time: Int64, _ scale: EditedTimescale) -> Int {
    let time = scale.wholeTicks(time)
    return times.partitioningIndex { $0 > time }
  }
}

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
