import FieldCoding
import ISOBMFF
import Movie

extension Edit {
  /// Converts tables that refer to media data by its number (`imda`, ISO/IEC 14496-12 §8.1.4) to offsets in the file,
  /// which new tables need. The samples do not move.
  ///
  /// Throws if the media data is missing.
  mutating func resolveIdentifiedMedia() throws(EditError) {
    guard let movie = MovieFile(file), !movie.isFragmented,
      let movieIndex = file.boxes.firstIndex("moov")
    else { return }
    let tracks = Dictionary(movie.tracks.map { ($0.id, $0) }) { first, _ in first }
    var children = file.boxes[movieIndex].children
    for index in children.indices where children[index].hasIdentifiedMedia {
      let id = children[index].children.first(TrackHeaderBox.self)?.trackID ?? 0
      guard let track = tracks[id] else { continue }
      if case .elsewhere = track.samples.location {
        throw EditError(
          .damaged, "has samples of track \(id) in media data (imda) that is not in the file")
      }
      let starts = track.samples.chunks.map { Int64(clamping: $0.start) }
      var offsets = ChunkLargeOffsetBox()
      offsets.chunkOffsets = FieldTable(columns: ChunkLargeOffsetBox.columns, values: starts)
      children[index].change(["mdia", "minf", "stbl"]) { table in
        guard let old = table.children.firstIndex(where: { ["stco", "co64"].contains($0.type) })
        else { return false }
        table.children[old] = Box(offsets)
        return true
      }
      children[index].nameThisFile()
      rebuiltTracks.insert(id)
    }
    guard file.boxes[movieIndex].children != children else { return }
    file.boxes[movieIndex].children = children
    file.makeMediaData()
    keepsOffsets = false
  }
}

extension BoxFile {
  /// Converts identified media data (`imda`) to `mdat`.
  mutating func makeMediaData() {
    for index in boxes.indices where boxes[index].type == "imda" {
      guard let payload = boxes[index].sourcePayload else { continue }
      // The number stays before the data, as bytes that no table names.
      boxes[index] = boxes[index].retyped("mdat")
      boxes[index].content = .opaque(payload)
    }
  }
}

extension Box {
  /// Whether a `trak` box has samples in media data that has a number.
  var hasIdentifiedMedia: Bool {
    children.at("mdia", "minf", "dinf", "dref").contains { ["imdt", "snim"].contains($0.type) }
  }

  /// Sets the data reference of a `trak` box to this file.
  mutating func nameThisFile() {
    change(["mdia", "minf", "dinf", "dref"]) { references in
      var entries = references.children
      for index in entries.indices where ["imdt", "snim"].contains(entries[index].type) {
        entries[index] = Box(DataEntryUrlBox())
      }
      references.children = entries
      return true
    }
  }
}

extension Edit {
  /// Prepares a movie for edits of its samples, so that sample tables describe exactly the samples that exist:
  /// a fragmented movie is converted, and an incomplete file is repaired.
  ///
  /// Throws if the file is not a movie, or has fragments that cannot be put together (``defragment()``).
  ///
  /// - Returns: whether samples were missing; ``notes`` say which.
  public mutating func gatherSamples() throws(EditError) -> Bool {
    let movie = try MovieFile(requiredIn: file)
    let end = original.bytes.count
    let isIncomplete = movie.tracks.contains { !$0.samples.areWithin(end) }
    if movie.isFragmented {
      if isIncomplete { try repair() }
      try defragment()
      return isIncomplete
    }
    try resolveIdentifiedMedia()
    guard isIncomplete else { return false }
    try repair()
    // Samples can be missing although no box was truncated.
    if let repaired = MovieFile(file),
      repaired.tracks.contains(where: { !$0.samples.areWithin(keptEnd) })
    {
      losesMedia = true
      try removeLostSamples()
    }
    return true
  }
}
