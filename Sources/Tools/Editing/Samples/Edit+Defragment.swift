import FieldCoding
public import ISOBMFF
import Movie

extension Edit {
  /// Converts a fragmented movie (ISO/IEC 14496-12 §8.8) to a movie with sample tables: every sample keeps its
  /// bytes, times, flags and groups.
  ///
  /// Throws if the movie has no fragments here, or if sample tables cannot describe them: if they are encrypted, if
  /// their times go backwards, or if samples are in other files.
  public mutating func defragment() throws(EditError) {
    let movie = try MovieFile(requiredIn: file)
    guard movie.isFragmented else { throw EditError(.wrongFile, "has no fragments") }
    guard !movie.isInitialization else {
      throw EditError(
        .wrongFile,
        "is an initialization segment, and its samples are in other files: boxwalk remux --init makes a movie of them"
      )
    }
    try movie.requireTables()
    try describeFragments(of: movie, FragmentFiles(file))
    file.makeMediaData()
    removeFragments()
  }

  /// Appends media segments to this initialization segment (ISO/IEC 23009-1 §6.3). The result has sample tables,
  /// and all samples keep their bytes, times, flags and groups.
  ///
  /// Throws for the reasons of ``defragment()``, and if a segment is an initialization segment itself, or has no
  /// samples for the tracks of this file.
  public mutating func append(segments bytes: [Bytes]) throws(EditError) {
    var parts: [BoxFile] = []
    var files = FragmentFiles(file)
    for (index, bytes) in bytes.enumerated() {
      let part = BoxFile(bytes)
      guard part.boxes.contains(where: { $0.type == "moof" }),
        !part.boxes.contains(where: { $0.type == "moov" })
      else {
        throw EditError(
          .wrongFile, "continues with file \(index + 1), which is not a segment of a movie")
      }
      if let damage = part.findings.first {
        throw EditError(.damaged, "continues with file \(index + 1), which is damaged (\(damage))")
      }
      files.append(bytes, at: file.registerMedia(bytes))
      parts.append(part)
    }
    guard let movie = MovieFile(file, segments: parts), movie.isFragmented else {
      throw EditError(.wrongFile, "is not the initialization segment of a movie")
    }
    try refuseTables(among: parts.flatMap(\.boxes))
    try describeFragments(of: movie, files)
    segments = (parts, files)
    let media = file.boxes.lastIndex { $0.type == "mdat" } ?? file.boxes.endIndex - 1
    for index in parts.indices { parts[index].makeMediaData() }
    let data = parts.flatMap(\.boxes).filter { $0.type == "mdat" }
    file.boxes.insert(
      contentsOf: data.map { Box(mediaData: $0.pieces) }, at: media + 1)
    removeFragments(among: parts.flatMap(\.boxes))
  }

  /// Writes tables of all samples to each track.
  private mutating func describeFragments(
    of movie: MovieFile, _ files: FragmentFiles
  ) throws(EditError) {
    guard let movieIndex = file.boxes.firstIndex("moov") else { return }
    try refuseEncrypted(movie)
    try refuseTables(among: file.boxes)
    let timescale = movie.header?.timescale ?? 0
    let start =
      movie.tracks.compactMap {
        DefragmentedEdits.start(of: $0, EditedTimescale(movie: timescale, media: $0.timescale))
      }.min() ?? 0
    if start > 0, timescale > 0 {
      let seconds = decimal(Double(start) / Double(timescale), digits: 3)
      notes.append("began at \(seconds) s, and begins at 0 s now")
    }
    var children = file.boxes[movieIndex].children.filter { $0.type != "mvex" }
    var duration: UInt64 = 0
    for index in children.indices where children[index].type == "trak" {
      let id = children[index].children.first(TrackHeaderBox.self)?.trackID
      guard let track = movie.tracks.first(where: { $0.id == id }) else { continue }
      var described = try DefragmentedTrack(
        track, movieTimescale: timescale, movieStart: start, files)
      described.apply(to: &children[index])
      if children[index].hasIdentifiedMedia { children[index].nameThisFile() }
      duration = max(duration, described.presentedDuration)
      rebuiltTracks.insert(track.id)
    }
    if let header = children.firstIndex("mvhd") {
      children[header][MovieHeaderBox.self]?.setDuration(duration)
    }
    file.boxes[movieIndex].children = children
  }

  private func refuseEncrypted(_ movie: MovieFile) throws(EditError) {
    guard let track = movie.tracks.first(where: \.isEncrypted) else { return }
    throw EditError(
      .unsupported,
      "is encrypted (track \(track.id)), and the encryption entries of its fragments cannot be written to tables yet"
    )
  }

  /// Throws if fragments have properties of samples that these tables cannot have: encryption, although the movie
  /// begins without it, or subsamples.
  private func refuseTables(among boxes: [Box]) throws(EditError) {
    let tables: Set<FourCC> = ["senc", "saiz", "saio", "subs"]
    for fragment in boxes where fragment.type == "moof" {
      for track in fragment.children where track.type == "traf" {
        guard let table = track.children.first(where: { tables.contains($0.type) }) else {
          continue
        }
        throw EditError(
          .unsupported,
          "has \(table.type == "subs" ? "samples of several parts" : "encrypted samples") in fragments (\(table.type)), which cannot be described by tables yet",
          path: ["moof", "traf", "\(table.type)"], offset: table.origin?.fileOffset)
      }
    }
  }

  /// Removes the boxes that describe fragments, or index them.
  ///
  /// - Parameter others: the boxes of segments.
  private mutating func removeFragments(among others: [Box] = []) {
    let types: Set<FourCC> = ["moof", "mfra", "sidx", "ssix", "styp", "prft"]
    let all = file.boxes + others
    let fragments = all.count { $0.type == "moof" }
    let events = all.count { $0.type == "emsg" }
    file.boxes.removeAll { types.contains($0.type) || $0.type == "emsg" }
    for index in file.boxes.indices {
      file.boxes[index][FileTypeBox.self]?.removeBrandsOfFragments()
    }
    keepsOffsets = false
    notes.append("the samples of \(counted(fragments, "fragment")) are described by tables now")
    if events > 0 {
      lose([
        "\(counted(events, "event message is", "event messages are")) removed (emsg): only fragments can have them"
      ])
    }
  }
}

extension FileTypeBox {
  /// Removes brands that require fragments (ISO/IEC 14496-12 Annex E, 23000-19, 23009-1).
  fileprivate mutating func removeBrandsOfFragments() {
    let brands: Set<FourCC> = [
      "dash", "msdh", "msix", "dsms", "risx", "lmsg", "sims", "hlsf", "cmfc", "cmf2", "cmff",
      "cmfl",
      "cmfs", "iso5",
    ]
    let kept = compatibleBrands.filter { !brands.contains($0) }
    if brands.contains(majorBrand) {
      majorBrand = kept.first { $0 == "iso6" } ?? kept.first { $0 == "isom" } ?? "isom"
    }
    compatibleBrands = kept.isEmpty ? [majorBrand] : kept
  }
}

/// The boxes of a track with sample tables, for samples that were in fragments.
struct DefragmentedTrack {
  private let track: Track
  private let files: FragmentFiles
  private var tables = SampleTableBuilder()
  private var groups: SampleGroupMerging?
  /// The decoding time of the first sample, in the track's timescale. In tables it is 0.
  private var mediaStart: Int64 = 0
  /// The end of the last sample in composition time.
  private var composedEnd: Int64 = 0
  private let movieStart: Int64
  private let scale: EditedTimescale

  private var edits: DefragmentedEdits {
    DefragmentedEdits(
      track, from: mediaStart, lasting: tables.duration,
      composedEnd: composedEnd.subtractingSaturating(mediaStart), movieStart: movieStart, scale)
  }

  /// The presented duration, in the movie's timescale.
  var presentedDuration: UInt64 { edits.duration }

  /// - Parameters:
  ///   - movieTimescale: the units per second of the movie.
  ///   - movieStart: the time at which the movie is first presented, in its ticks.
  ///   - files: the files with fragments.
  init(
    _ track: Track, movieTimescale: UInt32, movieStart: Int64, _ files: FragmentFiles
  ) throws(EditError) {
    self.track = track
    self.files = files
    self.movieStart = movieStart
    scale = EditedTimescale(movie: movieTimescale, media: track.timescale)
    if track.samples.hasGroups {
      groups = SampleGroupMerging(track.box.children.at("mdia", "minf", "stbl"))
    }
    try addSamples()
  }

  private mutating func addSamples() throws(EditError) {
    var last: Sample?
    for sample in track.samples {
      guard let file = files[sample.location] else {
        throw EditError(.unsupported, "has samples of track \(track.id) in another file")
      }
      guard sample.fileRange.upperBound <= file.end else {
        throw EditError(
          .damaged,
          "ends before sample \(sample.number) of track \(track.id) does; boxwalk repair drops what is lost",
          offset: sample.fileRange.lowerBound)
      }
      guard sample.sampleCount == 1 else {
        throw EditError(
          .unsupported, "has fragments and packets of audio in one track (\(track.id))")
      }
      if let last {
        guard sample.decodeTime >= last.decodeTime else {
          throw EditError(
            .damaged,
            "goes back in time: sample \(sample.number) of track \(track.id) is decoded before the one that precedes it; boxwalk repair puts fragments in order if their numbers show it"
          )
        }
        // If there is a gap between fragments, the sample before it lasts longer.
        try add(last, until: sample.decodeTime)
      } else {
        mediaStart = sample.decodeTime
      }
      if last.map({ !$0.isInChunk(of: sample) }) ?? true {
        tables.beginChunk(
          at: file.shift + sample.fileRange.lowerBound,
          descriptionIndex: sample.descriptionIndex)
      }
      last = sample
    }
    if let last { try add(last, until: last.decodeTime.addingSaturating(last.duration)) }
  }

  private mutating func add(_ sample: Sample, until end: Int64) throws(EditError) {
    composedEnd = max(composedEnd, sample.compositionTime.addingSaturating(sample.duration))
    try tables.append(sample, until: end)
    try groups?.append(sample.groups)
  }

  /// Writes these tables, durations and edits to a `trak` box.
  mutating func apply(to box: inout Box) {
    let duration = tables.duration
    let made = tables.boxes() + (groups?.boxes ?? [])
    var replaced = Box.sampleTableTypes
    if groups != nil { replaced.formUnion(["sgpd", "sbgp", "csgp"]) }
    box.change(["mdia", "minf", "stbl"]) { table in
      table.children = table.children.filter { !replaced.contains($0.type) } + made
      return true
    }
    box.change(["mdia", "mdhd"]) { header in
      header[MediaHeaderBox.self]?.setDuration(duration)
      return true
    }
    box.change(["tkhd"]) { header in
      header[TrackHeaderBox.self]?.setDuration(presentedDuration)
      return true
    }
    box.setEdits(edits.rows, repeats: track.editList.repeats)
  }
}

/// The files that the fragments of a movie are in.
struct FragmentFiles: Sendable {
  /// For each file, the number that the edit adds to its offsets, and the end of the file.
  private(set) var files: [(shift: Int, end: Int)]

  /// Only the file that is edited.
  init(_ file: BoxFile) {
    files = [(0, file.bytes.fileOffset + file.bytes.count)]
  }

  /// Adds another file.
  mutating func append(_ bytes: Bytes, at offset: Int) {
    files.append((offset - bytes.fileOffset, bytes.fileOffset + bytes.count))
  }

  subscript(location: SampleLocation) -> (shift: Int, end: Int)? {
    guard case .file(let number) = location, files.indices.contains(number) else { return nil }
    return files[number]
  }
}

extension Sample {
  /// Whether both are in one chunk, or one run of a fragment.
  fileprivate func isInChunk(of other: Sample) -> Bool {
    chunkNumber == other.chunkNumber && (fragmentStart == nil) == (other.fragmentStart == nil)
  }
}

extension Box {
  /// Sets the edit list of a `trak` box; without rows, it is removed.
  mutating func setEdits(_ rows: [[Int64]], repeats: Bool = false) {
    var children = children
    children.removeAll { $0.type == "edts" }
    if !rows.isEmpty {
      let edits = Box(EditListBox(flags: repeats ? 1 : 0, rows: rows))
      let index = children.firstIndex("tkhd").map { $0 + 1 } ?? 0
      children.insert(.container("edts", [edits]), at: index)
    }
    self.children = children
  }
}

/// The edits of a track whose media times began late, and begin at 0 now (ISO/IEC 14496-12 §8.6.6).
struct DefragmentedEdits {
  /// The rows of `elst`; empty if the media is shown from its start to its end.
  private(set) var rows: [[Int64]] = []
  /// The presented duration, in the movie's timescale.
  private(set) var duration: UInt64

  /// The time at which the media of a track is first presented, in ticks of the movie.
  static func start(of track: Track, _ scale: EditedTimescale) -> Int64? {
    guard let first = track.samples.first(where: { _ in true }) else { return nil }
    // If media times begin at 0, a delay in the edit list is intended.
    guard first.decodeTime > 0 else { return 0 }
    guard let edit = track.editList.edits.first(where: { $0.mediaTime != nil }) else {
      return scale.movieTicks(max(0, first.decodeTime))
    }
    return edit.start + scale.movieTicks(max(0, first.decodeTime - (edit.mediaTime ?? 0)))
  }

  /// - Parameters:
  ///   - mediaStart: the decoding time of the first sample, which is subtracted from media times.
  ///   - mediaDuration: the duration of all samples, in the track's timescale.
  ///   - composedEnd: the end of the last sample in composition time, from the decoding of the first.
  ///   - movieStart: the time at which the movie is first presented, in its ticks; it becomes 0.
  init(
    _ track: Track, from mediaStart: Int64, lasting mediaDuration: UInt64, composedEnd: Int64,
    movieStart: Int64, _ scale: EditedTimescale
  ) {
    var rows: [[Int64]] = []
    let length = Int64(clamping: mediaDuration)
    if track.editList.isEmpty {
      let delay = scale.movieTicks(max(0, mediaStart))
      if delay > 0 { rows.append([delay, -1, 1, 0]) }
      rows.append([scale.movieTicks(delay > 0 ? max(length, composedEnd) : length), 0, 1, 0])
    }
    for edit in track.editList.edits {
      let rate = [edit.rate >> 16, Int64(Int16(truncatingIfNeeded: edit.rate))]
      guard let stated = edit.mediaTime else {
        rows.append([edit.duration ?? 0, -1] + rate)
        continue
      }
      let time = stated.subtractingSaturating(mediaStart)
      // Nothing is presented before the media begins.
      let delay = time < 0 ? scale.movieTicks(-time) : 0
      if delay > 0 { rows.append([min(delay, edit.duration ?? delay), -1, 1, 0]) }
      let rest =
        edit.duration.map { $0 - delay }
        ?? scale.movieTicks(max(0, max(length, composedEnd) - max(0, time)))
      if rest > 0 { rows.append([rest, max(0, time)] + rate) }
    }
    // A delay of all tracks is removed.
    var excess = movieStart
    while excess > 0, let first = rows.first, first[1] < 0 {
      let taken = min(excess, first[0])
      excess -= taken
      rows[0][0] -= taken
      if rows[0][0] > 0 { break }
      rows.removeFirst()
    }
    duration = rows.reduce(0) { $0.addingSaturating(UInt64(clamping: $1[0])) }
    let isWhole = rows.count == 1 && rows[0][1] == 0 && track.editList.isEmpty
    self.rows = isWhole ? [] : rows
  }
}
