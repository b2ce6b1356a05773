import ISOBMFF
import Movie

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
      let index = children.firstIndex { $0.type == "tkhd" }.map { $0 + 1 } ?? 0
      children.insert(.container("edts", [edits]), at: index)
    }
    self.children = children
  }
}
