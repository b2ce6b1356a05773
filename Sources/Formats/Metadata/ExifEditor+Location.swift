extension ExifEditor {
  private static let gps: UInt16 = 0x8825
  private static let makerNote: UInt16 = 0x927C
  private static let profile: UInt16 = 0x8773
  /// The scale, tie points and transformation of GeoTIFF, its keys, and the metadata of GDAL.
  private static let geographic: Set<UInt16> = [
    0x830E, 0x8480, 0x8482, 0x85D8, 0x87AF, 0x87B0, 0x87B1, 0xA480,
  ]
  /// The vendors whose maker notes contain no location, as far as is known. Canon's and Sony's cameras have GPS
  /// directories, and Panasonic's and Nikon's notes have names of cities.
  private static let vendorsWithoutLocation: Set<MakerNote.Vendor> = [.apple, .canon, .sony]
  /// XMP, IPTC and Photoshop's resources inside of TIFF: they may name locations, and HEIF and JPEG
  /// have them elsewhere.
  private static let embedded: [UInt16: String] = [
    0x02BC: "XMP", 0x83BB: "IPTC", 0x8649: "Photoshop resources",
  ]

  /// The structure without data that tells a location: the GPS directory, and parts of unknown content that may contain
  /// a location, which the notes name. The maker notes of Apple, Canon and Sony have no known field for a location, and
  /// stay; those of other vendors are removed.
  ///
  /// Entries that contain the location in other words or numbers are removed, too; texts that do not are named. Removed
  /// bytes become zeros, so that they cannot be recovered.
  ///
  /// - Parameter traces: the locations of the file. Those of the structure itself are added to them.
  /// - Throws: if the structure is damaged, so that this is not possible with certainty.
  public static func withoutLocation(
    _ tiff: Bytes, _ traces: LocationTraces = LocationTraces()
  ) throws(FieldError) -> Result {
    let file = try TIFFFile(tiff)
    let unreadable = Set(file.directories.flatMap(\.unreadableEntries))
    let isExplained = { (finding: FieldError) in
      unreadable.contains { tiff.fileOffset(at: $0) == finding.offset }
    }
    if let finding = file.findings.first(where: { !isExplained($0) }) { throw finding }
    var traces = traces
    traces.add(exif: tiff)
    var removal = LocationRemoval(file, traces)
    for directory in file.directories where directory.kind != .gps {
      try removal.take(from: directory)
    }
    try removal.eraseValues()
    try removal.eraseThumbnail(hasUnreadable: !unreadable.isEmpty)
    let result = removal.result
    if let finding = file.findings.first {
      // What was damaged is gone, and what is left can be read.
      let rest = Bytes(result.bytes)
      guard let again = try? TIFFFile(rest), again.findings.isEmpty, !mayHaveLocation(rest, traces)
      else { throw finding }
    }
    return result
  }

  /// What is taken out of a structure, and what stays.
  private struct LocationRemoval {
    let file: TIFFFile
    let traces: LocationTraces
    private(set) var result: Result
    /// The bytes that become zeros.
    private var erased: [Range<Int>] = []
    /// The bytes that stay.
    private var kept: [Range<Int>]
    /// The names of the fields that contain the location.
    private var holding: [String] = []
    /// Whether there is a maker note with offsets of what is outside of it.
    private var hasOuterNote = false

    init(_ file: TIFFFile, _ traces: LocationTraces) {
      self.file = file
      self.traces = traces
      result = Result(bytes: Array(file.bytes))
      kept = [0..<8] + file.thumbnailData
    }

    /// Removes the entries of a directory that tell a location, or may.
    mutating func take(from directory: ExifDirectory) throws(FieldError) {
      let tiff = file.bytes
      // What cannot be read may hold the location.
      var removed = Set(directory.unreadableEntries)
      for offset in removed.sorted() {
        let tag = tiff.integer(at: offset, size: 2, directory.order) ?? 0
        let name = ExifTag.name(UInt16(truncatingIfNeeded: tag), in: directory.kind)
        result.notes.append("\(name) is left out: it cannot be read")
      }
      for entry in directory.entries {
        guard let reason = try removal(of: entry, in: directory.kind, file, traces, &erased) else {
          keep(entry, of: directory.kind)
          continue
        }
        removed.insert(entry.offset)
        if !entry.isInline { erased.append(LocationRemoval.value(of: entry)) }
        switch reason {
        case .location: break
        case .mayHold(let note): result.notes.append(note)
        case .holds(let name): if !holding.contains(name) { holding.append(name) }
        }
      }
      guard let end = directory.nextOffsetPosition else {
        throw FieldError(
          .invalid("has no end"), offset: tiff.fileOffset(at: directory.offset),
          path: directory.kind.path)
      }
      kept.append(directory.offset..<end + 4)
      if !removed.isEmpty { result.remove(removed, from: directory, end: end) }
    }

    private static func value(of entry: TIFFEntry) -> Range<Int> {
      entry.valueOffset..<entry.valueOffset + entry.value.count
    }

    /// Notes what an entry that stays may tell.
    private mutating func keep(_ entry: TIFFEntry, of kind: ExifDirectory.Kind) {
      if !entry.isInline { kept.append(LocationRemoval.value(of: entry)) }
      if entry.tag == makerNote, kind == .exif {
        // The notes of others have offsets of what is outside of them.
        let note = MakerNote(entry.value, make: file[.ifd0]?[0x010F]?.text)
        hasOuterNote = hasOuterNote || note.vendor != .apple
      }
      let name = ExifTag.name(entry.tag, in: kind)
      if entry.isFreeText(in: kind) {
        result.texts.append(name)
      } else if entry.hasUnknownForm(in: kind) {
        result.unknown.append("\(name) in Exif")
      }
    }

    /// Overwrites the values of removed entries.
    mutating func eraseValues() throws(FieldError) {
      for range in erased where kept.contains(where: { $0.overlaps(range) }) {
        throw FieldError(
          .invalid("shares bytes with other metadata and cannot be taken out"),
          offset: file.bytes.fileOffset(at: range.lowerBound), path: ["IFD0", "GPS"])
      }
      for range in erased { erase(range) }
      if !holding.isEmpty {
        result.notes.append(
          "left out, as the location is in it: \(holding.joined(separator: ", "))")
      }
    }

    private mutating func erase(_ range: Range<Int>) {
      result.bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
    }

    /// Overwrites a thumbnail with metadata of its own, what follows a thumbnail, and unused bytes with the location.
    ///
    /// - Parameter hasUnreadable: whether there were entries that cannot be read. Their values may be anywhere.
    mutating func eraseThumbnail(hasUnreadable: Bool) throws(FieldError) {
      let tiff = file.bytes
      let thumbnail = file.thumbnailData
      let isGone = thumbnail.contains { tiff.part($0)?.isThumbnail(without: traces) == false }
      for range in isGone ? thumbnail : [] { erase(range) }
      for range in isGone ? [] : file.thumbnailTails {
        erase(range)
        result.notes.append("what follows the thumbnail is left out: it may hold the location")
      }
      try result.eraseRemains(
        of: traces, outside: kept, and: thumbnail, in: tiff, mayBeUsed: hasOuterNote,
        erasesAll: hasUnreadable)
      if isGone {
        // Directories without some entries end elsewhere.
        result.unlinkThumbnail(of: try TIFFFile(Bytes(result.bytes)))
        result.notes.append("the thumbnail is left out: it has metadata of its own")
      }
    }
  }

  /// Whether there is a part that ``withoutLocation(_:_:)`` takes out, or none can tell.
  public static func mayHaveLocation(
    _ tiff: Bytes, _ traces: LocationTraces = LocationTraces()
  ) -> Bool {
    guard let rest = try? withoutLocation(tiff, traces) else { return true }
    return !rest.bytes.elementsEqual(tiff)
  }

  /// The reason why an entry is removed.
  private enum Removal {
    /// It is for locations.
    case location
    /// Its content is unknown, as the note says.
    case mayHold(String)
    /// The location is in it; the name is that of the field.
    case holds(String)
  }

  /// The reason why an entry is removed; nil for one that stays.
  private static func removal(
    of entry: TIFFEntry, in kind: ExifDirectory.Kind, _ file: TIFFFile, _ traces: LocationTraces,
    _ erased: inout [Range<Int>]
  ) throws(FieldError) -> Removal? {
    if entry.tag == gps, kind != .gps, kind != .interoperability {
      try erase(entry, file, &erased)
      return .location
    }
    if geographic.contains(entry.tag), kind != .interoperability, kind != .makerNote {
      return .location
    }
    let name = ExifTag.name(entry.tag, in: kind)
    switch kind {
    case .exif where entry.tag == makerNote:
      let note = MakerNote(entry.value, make: file[.ifd0]?[0x010F]?.text)
      let vendor = note.vendor.map { "of \($0.rawValue) " } ?? ""
      guard let known = note.vendor, vendorsWithoutLocation.contains(known), note.findings.isEmpty,
        !entry.value.statesLocation(traces)
      else {
        return .mayHold("the maker note \(vendor)is left out: it may hold the location")
      }
    case .ifd0, .ifd1, .ifd:
      if let title = embedded[entry.tag] {
        return .mayHold(
          "\(title) inside of the Exif metadata is left out: it may hold the location")
      }
    default: break
    }
    let holds =
      traces.isFound(in: entry, of: kind)
      || entry.hasUnknownForm(in: kind) && entry.value.statesLocation(traces)
      || entry.tag == profile && ICCProfile.withoutLocation(entry.value, traces) != nil
    return holds ? .holds(name) : nil
  }

  /// Adds the GPS directory that `pointer` leads to, and its values.
  private static func erase(
    _ pointer: TIFFEntry, _ file: TIFFFile, _ erased: inout [Range<Int>]
  ) throws(FieldError) {
    var findings: [FieldError] = []
    guard let offset = pointer.integer(), offset >= 0,
      let directory = ExifDirectory(
        .gps, in: file.bytes, at: Int(offset), file.order, findings: &findings)
    else {
      throw FieldError(
        .invalid("is not the offset of a directory"), offset: pointer.fileOffset,
        path: ["IFD0", "GPS"])
    }
    let end = directory.offset + 2 + directory.entries.count * 12
    guard let next = directory.nextOffsetPosition ?? (findings.isEmpty ? end - 4 : nil) else {
      throw findings[0]
    }
    erased.append(directory.offset..<next + 4)
    for entry in directory.entries where !entry.isInline {
      erased.append(entry.valueOffset..<entry.valueOffset + entry.value.count)
    }
  }
}

extension ExifEditor.Result {
  /// Overwrites unused bytes that contain the location with zeros: they are old copies of used bytes.
  ///
  /// - Parameters:
  ///   - images: thumbnails. Only their metadata can contain it.
  ///   - mayBeUsed: whether a maker note may refer to them. Otherwise those that can hold a location go.
  ///   - erasesAll: whether all unused bytes are overwritten, because values of unreadable entries may be among them.
  /// - Throws: if the location is in data that has to stay.
  fileprivate mutating func eraseRemains(
    of traces: LocationTraces, outside kept: [Range<Int>], and pictures: [Range<Int>],
    in tiff: Bytes,
    mayBeUsed: Bool, erasesAll: Bool
  ) throws(FieldError) {
    var position = 0
    let used =
      (kept + pictures).sorted { $0.lowerBound < $1.lowerBound } + [bytes.count..<bytes.count]
    for range in used {
      let gap = position..<max(position, min(range.lowerBound, bytes.count))
      if traces.isFound(inMetadata: Bytes(bytes[gap])) {
        notes.append("data between its fields is left out: it contains the location")
        bytes.replaceSubrange(gap, with: repeatElement(0, count: gap.count))
      } else if erasesAll {
        bytes.replaceSubrange(gap, with: repeatElement(0, count: gap.count))
      } else if gap.count >= 8, !Bytes(bytes[gap]).isBlank {
        if mayBeUsed, !Bytes(bytes[gap]).statesLocation(traces) {
          unknown.append("data between the fields of Exif")
        } else {
          notes.append("data that no field of Exif refers to is left out: it may hold the location")
          bytes.replaceSubrange(gap, with: repeatElement(0, count: gap.count))
        }
      }
      position = max(position, range.upperBound)
    }
    guard !traces.isEmpty || erasesAll else { return }
    var rest = bytes
    for range in pictures {
      rest.replaceSubrange(range, with: repeatElement(0, count: range.count))
    }
    guard traces.isFound(inMetadata: Bytes(rest)) else { return }
    throw FieldError(
      .invalid("holds the location in a form in which it cannot be taken out"),
      offset: tiff.fileOffset)
  }

  /// Removes entries from a directory. The directory and the bytes after it keep their offsets.
  fileprivate mutating func remove(_ removed: Set<Int>, from directory: ExifDirectory, end: Int) {
    let start = directory.offset + 2
    var table: [UInt8] = []
    var count = 0
    for position in stride(from: start, to: end, by: 12) where !removed.contains(position) {
      table += bytes[position..<position + 12]
      count += 1
    }
    table += bytes[end..<end + 4]
    table += repeatElement(0, count: end + 4 - start - table.count)
    bytes.replace(UInt64(count), at: directory.offset, size: 2, directory.order)
    bytes.replaceSubrange(start..<end + 4, with: table)
  }
}

extension ExifDirectory {
  /// The offsets of the entries that are not among ``entries``.
  fileprivate var unreadableEntries: [Int] {
    guard let end = nextOffsetPosition else { return [] }
    let known = Set(entries.map(\.offset))
    return stride(from: offset + 2, to: end, by: 12).filter { !known.contains($0) }
  }
}

extension TIFFFile {
  /// The ranges of the images of IFD1 and its successors.
  var thumbnailData: [Range<Int>] {
    directories.filter(\.isThumbnail).flatMap(data)
  }

  /// What follows the end of those images within their ranges, if anything is written there.
  fileprivate var thumbnailTails: [Range<Int>] {
    thumbnailData.compactMap { range in
      guard let picture = bytes.part(range), let end = JPEGSegments(picture).end,
        picture.part(end..<picture.count)?.isBlank == false
      else { return nil }
      return range.lowerBound + end..<range.upperBound
    }
  }
}

extension Bytes {
  /// Whether an image has no metadata, such as Exif, XMP, IPTC, or a comment, and states no location up to its end.
  fileprivate func isThumbnail(without traces: LocationTraces) -> Bool {
    let picture = JPEGSegments(self)
    return !picture.segments.contains { [0xE1, 0xED, 0xFE].contains($0.marker) }
      && part(0..<(picture.end ?? count))?.statesLocation(traces) == false
  }
}
