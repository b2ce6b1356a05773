import FieldCoding
import ISOBMFF
import Movie
import Rescue

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
}

extension Box {
  fileprivate var sampleEntry: Box? {
    children.at("mdia").at("minf").at("stbl").first(SampleDescriptionBox.self)?.children.first
  }
}

extension Box {
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
