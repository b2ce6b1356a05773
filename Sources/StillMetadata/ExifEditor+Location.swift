extension ExifEditor {
  private static let gps: UInt16 = 0x8825
  private static let makerNote: UInt16 = 0x927C
  /// The vendors whose maker notes tell no place, after all that is known of them. Canon's and
  /// Sony's cameras have GPS directories, and Panasonic's and Nikon's notes have names of cities.
  private static let withoutPlaces: Set<MakerNote.Vendor> = [.apple, .canon, .sony]
  /// XMP, IPTC and Photoshop's resources inside of TIFF: they may name places, and HEIF and JPEG
  /// have other places for them.
  private static let embedded: [UInt16: String] = [
    0x02BC: "XMP", 0x83BB: "IPTC", 0x8649: "Photoshop resources",
  ]

  /// The structure without what tells a place: the GPS directory, and parts that may hold a place
  /// without our knowing, which the notes name. The maker notes of Apple, Canon and Sony, of which no
  /// such field is known, stay; one of another vendor does not.
  ///
  /// Bytes that are taken out become zeros, so that they cannot be found again.
  ///
  /// - Throws: where that cannot be done with certainty, because the structure is damaged.
  public static func withoutLocation(_ tiff: Bytes) throws(FieldError) -> Result {
    let file = try TIFFFile(tiff)
    if let finding = file.findings.first { throw finding }
    var result = Result(bytes: Array(tiff))
    var erased: [Range<Int>] = []
    var kept = [0..<8] + file.thumbnailData
    for directory in file.directories where directory.kind != .gps {
      var removed: Set<Int> = []
      for entry in directory.entries {
        let value = entry.valueOffset..<entry.valueOffset + entry.value.count
        guard let note = try removal(of: entry, in: directory.kind, file, &erased) else {
          if !entry.isInline { kept.append(value) }
          continue
        }
        removed.insert(entry.offset)
        if !entry.isInline { erased.append(value) }
        if !note.isEmpty { result.notes.append(note) }
      }
      guard let end = directory.nextOffsetPosition else {
        throw FieldError(
          .invalid("has no end"), offset: tiff.place(of: directory.offset),
          path: directory.kind.path)
      }
      kept.append(directory.offset..<end + 4)
      if !removed.isEmpty { result.remove(removed, from: directory, end: end) }
    }
    for range in erased where kept.contains(where: { $0.overlaps(range) }) {
      throw FieldError(
        .invalid("shares bytes with other metadata and cannot be taken out"),
        offset: tiff.place(of: range.lowerBound), path: ["IFD0", "GPS"])
    }
    for range in erased {
      result.bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
    }
    if file.thumbnailHasMetadata {
      for range in file.thumbnailData {
        result.bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
      }
      result.unlinkThumbnail(of: file)
      result.notes.append("the thumbnail is left out: it has metadata of its own")
    }
    return result
  }

  /// Whether there is a part that ``withoutLocation(_:)`` takes out, or none can tell.
  public static func mayHaveLocation(_ tiff: Bytes) -> Bool {
    guard let file = try? TIFFFile(tiff), file.findings.isEmpty else { return true }
    var erased: [Range<Int>] = []
    for directory in file.directories {
      if directory.kind == .gps { return true }
      for entry in directory.entries
      where (try? removal(of: entry, in: directory.kind, file, &erased)) != .some(nil) {
        return true
      }
    }
    return file.thumbnailHasMetadata
  }

  /// What to say of an entry that must go, which may be nothing; nil for one that stays.
  private static func removal(
    of entry: TIFFEntry, in kind: ExifDirectory.Kind, _ file: TIFFFile,
    _ erased: inout [Range<Int>]
  ) throws(FieldError) -> String? {
    if entry.tag == gps, kind != .gps, kind != .interoperability {
      try erase(entry, file, &erased)
      return ""
    }
    switch kind {
    case .exif where entry.tag == makerNote:
      let note = MakerNote(entry.value, make: file[.ifd0]?[0x010F]?.text)
      if let vendor = note.vendor, withoutPlaces.contains(vendor), note.findings.isEmpty {
        return nil
      }
      let vendor = note.vendor.map { "of \($0.rawValue) " } ?? ""
      return "the maker note \(vendor)is left out: it may hold the location"
    case .ifd0, .ifd1, .ifd:
      return embedded[entry.tag].map {
        "\($0) inside of the Exif metadata is left out: it may hold the location"
      }
    default: return nil
    }
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
        .invalid("is no offset of a directory"), offset: pointer.fileOffset, path: ["IFD0", "GPS"])
    }
    if let finding = findings.first { throw finding }
    let end = directory.offset + 2 + directory.entries.count * 12
    erased.append(directory.offset..<(directory.nextOffsetPosition.map { $0 + 4 } ?? end))
    for entry in directory.entries where !entry.isInline {
      erased.append(entry.valueOffset..<entry.valueOffset + entry.value.count)
    }
  }
}

extension ExifEditor.Result {
  /// Takes entries out of a directory, which keeps its place; what follows it does, too.
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

extension TIFFFile {
  /// Where the pictures of IFD1 and its successors are.
  fileprivate var thumbnailData: [Range<Int>] {
    directories.filter(\.isThumbnail).flatMap(data)
  }

  /// Whether a picture among them has Exif, XMP or IPTC.
  fileprivate var thumbnailHasMetadata: Bool {
    thumbnailData.contains { range in
      guard let picture = bytes.part(range) else { return false }
      return JPEGSegments(picture).segments.contains { [0xE1, 0xED].contains($0.marker) }
    }
  }
}
