package import FieldCoding
package import ISOBMFF
package import Movie

/// A complete `moov` box to which the boxes at the top of a file do not lead, because a size among them is wrong, or
/// because the head of the file was overwritten.
package struct RepairableMovie {
  /// The bytes of the box.
  package let bytes: Bytes
  package let box: Box
  package let movie: MovieFile
  /// Where the samples are, if bytes of the media data were lost or added.
  package let moved: MovedSamples?
  /// The first byte of all samples that the box describes.
  package let firstSample: Int
  /// Whether all samples are behind the box.
  package let isBeforeSamples: Bool

  /// The first such box at or after `start` whose samples are all before it, or all behind it; nil if there is none.
  package init?(in file: Bytes, from start: Int) {
    var pairs = BytePairs()
    // The first half of the type.
    pairs.insert(0x6D6F...0x6D6F)
    var position = max(4, start)
    while let offset = pairs.firstOffset(in: file, from: position) {
      position = offset + 1
      if let found = RepairableMovie(in: file, ofTypeAt: offset) {
        self = found
        return
      }
    }
    return nil
  }

  private init?(in file: Bytes, ofTypeAt offset: Int) {
    guard let header = file.part(offset - 4..<offset + 4),
      header.dropFirst(4).elementsEqual("moov".utf8)
    else { return nil }
    let size = header.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    // A moov box without tracks describes nothing.
    guard size > 16, let bytes = file.part(offset - 4..<offset - 4 + size) else { return nil }
    let parsed = BoxFile(bytes)
    guard let box = parsed.boxes.first, box.isWholeMovie, let movie = MovieFile(parsed) else {
      return nil
    }
    var samples: Range<Int>?
    for track in movie.tracks {
      for chunk in track.samples.chunks where chunk.byteCount > 0 && chunk.location == .file(0) {
        guard let range = chunk.fileRange else { return nil }
        samples =
          samples.map {
            min($0.lowerBound, range.lowerBound)..<max($0.upperBound, range.upperBound)
          } ?? range
      }
    }
    guard let samples else { return nil }
    let (start, end) = (offset - 4, offset - 4 + size)
    moved = MovedSamples(of: movie, in: file, endingAt: samples.lowerBound < end ? start : nil)
    // Samples before the offset from which on bytes are missing have not moved.
    let shift = moved?.pieces.first { $0.gap.upperBound <= samples.lowerBound }?.shift ?? 0
    isBeforeSamples = samples.lowerBound.addingSaturating(shift) >= end
    guard
      moved != nil
        || (isBeforeSamples ? movie.leadsToSamples(in: file) : samples.upperBound <= start)
    else { return nil }
    firstSample = max(0, samples.lowerBound.addingSaturating(min(0, shift)))
    self.bytes = bytes
    self.box = box
    self.movie = movie
  }
}

extension Box {
  /// Whether it is a `moov` box with all of its bytes, a header, and tracks.
  package var isWholeMovie: Bool {
    type == "moov" && statedSize == nil && damage.isEmpty && children.contains { $0.type == "trak" }
      && children.first(MovieHeaderBox.self) != nil
  }

  /// Whether it is such a `moov` box, and all of its tracks have their tables.
  package var isReadableMovie: Bool {
    isWholeMovie && children.all("trak").allSatisfy(\.isReadableTrack)
  }

  /// Whether the tables of all tracks also agree with each other, and with the samples.
  package func isIntactMovie(in bytes: Bytes) -> Bool {
    guard isReadableMovie, let movie = MovieFile(moov: self) else { return false }
    return movie.tracks.allSatisfy { $0.isIntact(in: bytes) }
  }

  /// Whether any of its fields, or those of a box in it, cannot be read.
  package var isDamaged: Bool { !damage.isEmpty || children.contains(where: \.isDamaged) }

  /// Whether it is a `trak` box with tables of samples.
  package var isReadableTrack: Bool {
    let table = children.at("mdia").at("minf").at("stbl")
    let needed: [[FourCC]] = [["stsd"], ["stts"], ["stsc"], ["stsz", "stz2"], ["stco", "co64"]]
    return children.first(TrackHeaderBox.self) != nil
      && children.at("mdia").first(MediaHeaderBox.self) != nil
      && table.first(SampleDescriptionBox.self)?.children.isEmpty == false
      && needed.allSatisfy { types in
        table.contains { types.contains($0.type) && $0.damage.isEmpty && $0.opaquePayload == nil }
      }
  }

  /// Whether it is a `moov` box of QuickTime, whose handlers have a component type.
  package var isQuickTimeMovie: Bool {
    children.all("trak").contains {
      $0.children.at("mdia").first(HandlerBox.self)?.predefined == "mhlr"
    }
  }
}

extension MovieFile {
  /// The movie of a `moov` box, whose offsets count from the start of its file.
  package init?(moov: Box) {
    var file = BoxFile(Bytes())
    file.boxes = [moov]
    self.init(file)
  }

  /// Whether most samples are where the tables say, and the form of some shows it.
  fileprivate func leadsToSamples(in bytes: Bytes) -> Bool {
    tracks.contains { SampleForm(of: $0) != nil }
      && tracks.allSatisfy { $0.leadsToSamples(in: bytes) }
  }
}

extension Track {
  /// Whether its tables count the same samples, and most of the samples are where these say.
  package func isIntact(in bytes: Bytes) -> Bool {
    var timed: UInt64 = 0
    sampleTable.first(TimeToSampleBox.self)?.entries.forEachRow { _, row in
      timed = timed.addingSaturating(UInt64(clamping: row[0]))
    }
    let stated =
      sampleTable.first(SampleSizeBox.self).map { Int($0.sampleCount) }
      ?? sampleTable.first(CompactSampleSizeBox.self)?.entries.count
    return stated == tableSampleCount && timed == UInt64(clamping: tableSampleCount)
      && leadsToSamples(in: bytes)
  }

  private var sampleTable: [Box] { box.children.at("mdia").at("minf").at("stbl") }

  /// Whether most of the samples are where the tables say, as far as their form shows it.
  package func leadsToSamples(in bytes: Bytes) -> Bool {
    // Media in other files is not examined, and encrypted samples show nothing.
    guard sampleEntries.count == 1, !isEncrypted,
      samples.first(where: { _ in true }).map({ $0.location == .file(0) }) ?? true
    else { return true }
    guard !sampleTable.first(TimeToSampleBox.self).hasHole(\.entries, of: 1),
      !sampleTable.first(CompositionOffsetBox.self).hasHole(\.entries, of: 1),
      !sampleTable.first(SampleToChunkBox.self).hasHole(\.entries, of: 1),
      !sampleTable.first(SyncSampleBox.self).hasHole(\.entries, of: 1),
      !sampleTable.first(ChunkOffsetBox.self).hasHole(\.chunkOffsets, of: 4),
      !sampleTable.first(ChunkLargeOffsetBox.self).hasHole(\.chunkOffsets, of: 4)
    else { return false }
    guard let form = SampleForm(of: self) else { return true }
    return !sampleTable.first(SampleSizeBox.self).hasHole(\.entries, of: 16)
      && form.share(of: samples, in: bytes) >= 0.9
  }
}

extension Optional {
  /// Whether a table of the box has so many zeros in a row, which tables of writers do not have.
  fileprivate func hasHole(_ table: (Wrapped) -> FieldTable, of count: Int) -> Bool {
    var (run, longest) = (0, 0)
    map(table)?.forEachRow { _, row in
      run = row[0] == 0 ? run + 1 : 0
      longest = Swift.max(longest, run)
    }
    return longest >= count
  }
}

/// The metadata of another recording of the same camera: information about the camera is copied, and information about
/// the recording is not.
package struct RebuiltMovieMetadata {
  private var taken: [String] = []
  private var left: [String] = []

  /// The keys of names of cameras and their programs.
  private static let keys: Set<String> = [
    "com.apple.quicktime.make", "com.apple.quicktime.model", "com.apple.quicktime.software",
    "com.android.version", "com.android.manufacturer", "com.android.model",
  ]
  private static let types: Set<FourCC> = ["©mak", "©mod", "©swr", "©too", "©enc"]

  package init() {}

  /// Sentences about what was done.
  package var notes: [String] {
    var notes = [
      "taken from the other recording: how the tracks are coded"
        + (taken.isEmpty ? "" : ", and \(taken.joined(separator: ", "))")
    ]
    let others = ["its dates"] + left
    notes.append(
      "not taken, because it belongs to the other recording: \(others.joined(separator: ", "))")
    return notes
  }

  /// Keeps in a `moov` or `trak` box only the metadata about the camera.
  package mutating func filter(_ box: inout Box) {
    var children: [Box] = []
    for child in box.children {
      switch child.type {
      case "meta": if let kept = filtered(meta: child) { children.append(kept) }
      case "udta": if let kept = filtered(userData: child) { children.append(kept) }
      case "uuid": if child[LearnedSamplesBox.self] == nil { leave("uuid") }
      default: children.append(child)
      }
    }
    box.children = children
  }

  private mutating func leave(_ name: String) {
    if !left.contains(name) { left.append(name) }
  }

  private mutating func filtered(userData: Box) -> Box? {
    var userData = userData
    userData.children = userData.children.compactMap { child in
      if child.type == "meta" { return filtered(meta: child) }
      guard RebuiltMovieMetadata.types.contains(child.type) else {
        leave("\(child.type)")
        return nil
      }
      taken.append("\(child.type)")
      return child
    }
    return userData.children.isEmpty ? nil : userData
  }

  private mutating func filtered(meta: Box) -> Box? {
    let keys = meta.children.first(MetadataItemKeysBox.self)?.keys ?? []
    var meta = meta
    var isEmpty = true
    var children = meta.children.filter { ["hdlr", "keys", "ilst"].contains($0.type) }
    for index in children.indices where children[index].type == "ilst" {
      children[index].children = children[index].children.filter { item in
        let number = Int(item.type.rawValue)
        let key = number >= 1 && number <= keys.count ? keys[number - 1].value.string : nil
        let isKept =
          key.map(RebuiltMovieMetadata.keys.contains)
          ?? RebuiltMovieMetadata.types.contains(item.type)
        let name = key ?? "\(item.type)"
        if isKept { taken.append(name) } else { leave(name) }
        isEmpty = isEmpty && !isKept
        return isKept
      }
    }
    meta.children = children
    return isEmpty ? nil : meta
  }
}
