import HEIF
import ISOBMFF
import Metadata
import Movie

extension Stripping {
  /// Metadata that is tracks of a movie: positions as the camera moved.
  mutating func stripTracks() throws(EditError) {
    guard let movie = MovieFile(file) else { return }
    var gone: Set<UInt32> = []
    for track in movie.tracks {
      switch verdict(onTrack: track) {
      case .stays: break
      case .isUnknown(let name): unknown.append("track \(track.id): \(name)")
      case .goes(let name):
        removed.append("track \(track.id): \(name)")
        gone.insert(track.id)
      case .getsCleaned:
        if try !cleanGoPro(track) {
          removed.append("track \(track.id): GoPro metadata, with positions")
          gone.insert(track.id)
        }
      }
    }
    guard !gone.isEmpty else { return }
    // Bytes that another track or an item also uses stay.
    let kept = file.usedMedia(without: gone)
    for track in movie.tracks where gone.contains(track.id) {
      erased += file.mediaRanges(of: track).flatMap(kept.gaps(in:)).filter { !isZero($0) }
    }
    changedTracks.formUnion(gone)
    removedTracks.formUnion(gone)
    file.removeDescriptions(ofTracks: gone)
  }

  private enum TrackVerdict {
    case stays
    case isUnknown(String)
    case goes(String)
    case getsCleaned
  }

  /// Whether its samples are media such as frames and audio, and not text.
  static func isMedia(_ track: Track) -> Bool {
    media.contains(track.handlerType)
      || track.sampleEntries.contains {
        $0[VisualSampleEntry.self] != nil || $0[AudioSampleEntry.self] != nil
      }
  }

  private static let media: Set<FourCC> = [
    "vide", "soun", "auxv", "pict", "hint", "tmcd", "clcp", "volv", "hapt", "fdsm",
  ]
  /// Texts, and the scenes of MPEG-4 (ISO/IEC 14496-1), which other tracks need.
  private static let texts: Set<FourCC> = [
    "text", "sbtl", "subt", "subp", "odsm", "sdsm", "ocsm", "crsm", "m7sm", "ipsm", "mjsm",
  ]

  /// Whether timed metadata is text, which is searched, or that of Google's motion photos, which has no positions.
  private static func hasKnownForm(_ track: Track) -> Bool {
    track.sampleCount == 0
      || track.sampleEntries.allSatisfy { entry in
        let form = entry[TextSampleEntry.self]?.mimeFormat.string ?? ""
        return form.hasPrefix("text/") || form.hasSuffix("json") || form.hasSuffix("xml")
          || form.hasPrefix("application/microvideo") || form.hasPrefix("application/motionphoto")
      }
  }

  /// Sample entries of timed metadata, with any handler.
  private static let metadataEntries: Set<FourCC> = [
    "mebx", "gpmd", "camm", "rtmd", "djmd", "dbgi", "fdsc", "CTMD", "mett", "metx", "urim",
  ]

  private func verdict(onTrack track: Track) -> TrackVerdict {
    if Stripping.isMedia(track) {
      let unknown = track.sampleEntries.first { !CodedStream.isKnown($0) }
      return unknown.map { .isUnknown("samples of \($0.type)") } ?? .stays
    }
    let type = track.sampleEntries.first?.type ?? track.handlerType
    var title: String { Stripping.title(of: track, type) }
    let isText = Stripping.texts.contains(track.handlerType)
    if what == .all, !isText || Stripping.metadataEntries.contains(type) { return .goes(title) }
    switch type {
    case "mebx":
      let isLocation = track.metadataKeys.contains {
        LocationText.isLocation(key: $0) || Bytes(Array($0.utf8)).statesLocation(locations)
      }
      if isLocation || hasSample(track, { locations.isFound(inMetadata: $0) }) {
        return .goes(title)
      }
      let isKnown = track.metadataKeys.allSatisfy { $0.hasPrefix("com.apple.quicktime.") }
      return isKnown || !hasSample(track) { !$0.isReadableText && !$0.isBlank }
        ? .stays : .isUnknown(title)
    case "gpmd": return .getsCleaned
    case "djmd", "dbgi", "dyvp": return .goes("\(title), which may hold positions")
    case "camm":
      // Types 5 and 6 are positions.
      return hasSample(track) { $0.count >= 4 && ($0[2] == 5 || $0[2] == 6) && $0[3] == 0 }
        ? .goes("\(title), with positions") : .stays
    case "rtmd":
      // A latitude or a longitude consists of a tag, a length of 24 bytes, and three fractions.
      let tags = ByteSearch(
        [[0x85, 0x02, 0x00, 0x18], [0x85, 0x04, 0x00, 0x18]], findsCoordinates: false)
      return hasSample(track) { tags.isFound(in: $0) } ? .goes("\(title), with positions") : .stays
    default:
      let mayBeLocation = hasSample(track) { sample in
        sample.formsOfText.contains {
          LocationText.mayBe(inText: $0) || locations.isFound(inMetadata: $0)
        }
      }
      if mayBeLocation { return .goes("\(title), which may hold positions") }
      if what == .all, let data = unknownData(in: track) { return .isUnknown(data) }
      return isText || Stripping.hasKnownForm(track) ? .stays : .isUnknown(title)
    }
  }

  /// What the metadata in a track is: its keys, or the words for data of a vendor.
  private static func title(of track: Track, _ type: FourCC) -> String {
    let keys = track.metadataKeys
    guard keys.isEmpty else { return "timed metadata: \(keys.joined(separator: ", "))" }
    let title = track.sampleEntries.first?.definition()?.title ?? ""
    // Specifications name types, without spaces.
    return title.contains(" ") ? title : "timed metadata (\(type))"
  }

  /// What is neither text nor its style in the samples of a text track.
  private func unknownData(in track: Track) -> String? {
    let entry = track.sampleEntries.first?.type ?? track.handlerType
    let names = Set(
      track.samples.withBytes.flatMap { sample in
        file.bytes.part(sample.fileRange).map { TextTrack.unknownData(in: $0, of: entry) } ?? []
      })
    return names.isEmpty ? nil : names.sorted().prefix(4).joined(separator: ", ")
  }

  private func hasSample(_ track: Track, _ isLocation: (Bytes) -> Bool) -> Bool {
    track.samples.withBytes.contains { sample in
      file.bytes.part(sample.fileRange).map(isLocation) ?? false
    }
  }

  // MARK: GoPro

  /// Replaces positions with unused space, and keeps the data of other sensors.
  ///
  /// - Returns: false if a sample cannot be read.
  private mutating func cleanGoPro(_ track: Track) throws(EditError) -> Bool {
    var changes: [(Range<Int>, [UInt8])] = []
    for sample in track.samples.withBytes where !sample.fileRange.isEmpty {
      guard let bytes = file.bytes.part(sample.fileRange),
        let cleaned = Stripping.withoutPositions(goPro: bytes, locations)
      else { return false }
      if !cleaned.elementsEqual(bytes) { changes.append((sample.fileRange, cleaned)) }
    }
    guard !changes.isEmpty else { return true }
    for (range, bytes) in changes { try replace([range], with: bytes) }
    changedTracks.insert(track.id)
    removed.append("positions in track \(track.id): GoPro metadata")
    return true
  }

  /// The data without positions. Nil if it cannot be read.
  static func withoutPositions(goPro bytes: Bytes, _ locations: LocationTraces) -> [UInt8]? {
    guard var metadata = try? GoProMetadataBox(decoding: bytes),
      (try? metadata.encoded())?.elementsEqual(bytes) == true
    else { return nil }
    for index in metadata.entries.indices { metadata.entries[index].clearPositions(locations) }
    return try? metadata.encoded()
  }
}

extension Bytes {
  /// A sample as it is, and its text in UTF-8 if that is in another encoding. The number of its bytes may precede it
  /// (`tx3g`).
  var formsOfText: [Bytes] {
    [self]
      + [0, 2].compactMap { (start: Int) -> Bytes? in
        let text = Array(dropFirst(start))
        let decoded = text.textInUTF8
        return decoded == text ? nil : Bytes(decoded)
      }
  }
}

extension GoProEntry {
  /// Replaces streams of positions, and texts that state a location, with free space of the same size.
  mutating func clearPositions(_ locations: LocationTraces) {
    let isStream = entries.contains { $0.isPosition }
    let isText = type == 0x63 && data.statesLocation(locations)
    guard isPosition || isStream || isText else {
      for index in entries.indices { entries[index].clearPositions(locations) }
      return
    }
    let size = Int(structureSize) * Int(count)
    key = "FREE"
    type = 0x63
    entries = []
    data = Bytes([UInt8](repeating: 0, count: size))
  }

  /// Positions of cameras, and of Karma drones: raw, global, and from the start.
  private var isPosition: Bool {
    "\(key)".hasPrefix("GPS") || ["GPRI", "GLPI", "LNED"].contains(key)
  }
}

extension Stripping {
  /// Strips the movie in a photo (`mpvd`), and what follows it there, like a separate file: its offsets count from its
  /// own first byte.
  ///
  /// Removed metadata becomes zeros and free space, so that the movie keeps its length.
  mutating func stripMovieInside() throws(EditError) {
    guard let index = file.boxes.firstIndex("mpvd"),
      let payload = file.boxes[index].sourcePayload, let photo = MotionPhoto(file),
      let start = offset(of: photo.movie, in: payload),
      let whole = payload.part(start - payload.fileOffset..<payload.count)
    else { return }
    let (movie, changes) = try Stripping.movie(whole, what, locations, decompressor)
    hasDoneMovieInside = true
    add(movie, in: "the movie of the photo")
    guard !changes.isEmpty else { return }
    changedTracks.formUnion(movie.changedTracks)
    file.boxes[index].content = .opaque(payload)
    let replacements = changes.map { range, bytes in
      Replacement(old: start + range.lowerBound..<start + range.upperBound, new: Bytes(bytes))
    }
    guard file.replace(replacements) else {
      throw EditError(
        .unsupported, "contains a movie that shares bytes with something else")
    }
  }

  /// The same as ``inside(_:_:_:_:)`` for the movie of a photo, with advice if that is not possible.
  static func movie(
    _ movie: Bytes, _ what: MetadataStripping, _ locations: LocationTraces,
    _ decompressor: Decompressor?
  ) throws(EditError) -> (stripping: Stripping, changes: [(range: Range<Int>, bytes: [UInt8])]) {
    do throws(EditError) { return try inside(movie, what, locations, decompressor) } catch {
      guard error.kind == .damaged else { throw error }
      var error = error
      error.message =
        "has a movie that \(error.message); boxwalk live split writes the photo and the movie as two files, which boxwalk repair and strip take"
      throw error
    }
  }

  /// Strips a movie that is a part of another file, and keeps its size.
  ///
  /// - Returns: what was done, and the bytes that change, by their ranges in the movie.
  static func inside(
    _ movie: Bytes, _ what: MetadataStripping, _ locations: LocationTraces,
    _ decompressor: Decompressor?
  ) throws(EditError) -> (stripping: Stripping, changes: [(range: Range<Int>, bytes: [UInt8])]) {
    // A copy of the bytes, so that offsets count from 0.
    var edit = Edit(Bytes(Array(movie)))
    var stripping = Stripping(what, edit.file, locations, decompressor)
    stripping.isInside = true
    try stripping.run()
    edit.file = stripping.file
    edit.changedItems = stripping.changedItems
    edit.changedTracks = stripping.changedTracks
    // Free space at its end keeps the length of the photo.
    edit.keepsOffsets = false
    var filled = edit
    let isFilled = (try? filled.file.boxes.keepOffsets(isFollowed: true)) == true
    let bytes = Array(try (isFilled ? filled : edit).finished().written.read())
    guard bytes.count <= movie.count else {
      throw EditError(.unsupported, "contains a movie that would grow")
    }
    guard isFilled, bytes.count == movie.count else {
      // A space that is too small for a box: zeros follow the movie.
      let zeros = [UInt8](repeating: 0, count: movie.count - bytes.count)
      return (stripping, [(0..<movie.count, bytes + zeros)])
    }
    return (stripping, differences(bytes, from: edit.original.bytes).map { ($0, Array(bytes[$0])) })
  }

  /// The ranges of new bytes that differ from the same number of old ones.
  private static func differences(_ new: [UInt8], from old: Bytes) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for start in stride(from: 0, to: new.count, by: 1 << 12) {
      let block = start..<min(start + 1 << 12, new.count)
      if old.part(block)?.elementsEqual(new[block]) == true { continue }
      ranges += block.filter { new[$0] != old[$0] }.map { $0..<$0 + 1 }
    }
    return ranges.joined
  }

  /// The offset of a part of `whole` in it; nil if the bytes are from elsewhere.
  private func offset(of part: Bytes, in whole: Bytes) -> Int? {
    guard part.source === whole.source, part.fileOffset >= whole.fileOffset,
      part.fileOffset + part.count <= whole.fileOffset + whole.count
    else { return nil }
    return part.fileOffset
  }

  /// Removes the location from the images of a cover (`covr` of iTunes' metadata), which stay. Nil if there is none, or
  /// if the location stays in one of them.
  mutating func stripCover(_ box: Box, in path: [FourCC], _ name: String) -> Change? {
    guard box.type == "covr", path.last == "ilst" else { return nil }
    var cover = box
    var remarks: [String] = []
    var left = StrippedPart.Rest()
    for index in cover.children.indices {
      guard var value = cover.children[index][MetadataValueBox.self] else { return nil }
      switch StrippedPart.jpeg(value.value, .location, locations, decompressor) {
      case .clean(let rest):
        left.texts += rest.texts
        left.unknown += rest.unknown
      case .unreadable: return nil
      case .changed(let bytes, let notes, let rest):
        let picture = Bytes(bytes)
        // What filled the space of the location is not needed here.
        value.value = JPEGSegments(picture).end.flatMap { picture.part(0..<$0) } ?? picture
        cover.children[index][MetadataValueBox.self] = value
        remarks += notes
        left.texts += rest.texts
        left.unknown += rest.unknown
      }
      guard !locations.isFound(inMetadata: value.value) else { return nil }
    }
    unknown += left.unknown.map { "\($0) in \(name)" }
    guard cover != box else { return nil }
    removed.append("the location in the cover picture (\(name))")
    self.remarks += remarks.map { "\(name): \($0)" }
    texts += left.texts.map { "\($0) (\(name))" }
    return .changed(cover)
  }
}
