/// Changes Exif metadata in place, so that all other bytes stay the same, also in maker notes, whose offsets only their
/// vendor knows.
public enum ExifEditor {
  /// A changed TIFF structure.
  public struct Result: Sendable {
    /// The whole structure.
    public var bytes: [UInt8]
    /// Sentences about the removed data.
    public var notes: [String] = []
    /// Texts that stay, by the names of their fields: people may have written anything there.
    public var texts: [String] = []
    /// The names of data that stays, and whose form is not known.
    public var unknown: [String] = []
    /// Whether there was a thumbnail that is not upright, and is left out.
    public var lostThumbnail = false
  }

  private static let orientation: UInt16 = 0x0112

  /// The structure for an image whose pixels are upright and have this size.
  ///
  /// The orientation becomes 1, and existing sizes are replaced. A thumbnail of a rotated image is removed. If there
  /// are more than `limit` bytes, unused zeros at the end are removed; a structure that is still longer needs several
  /// segments (``ExifSegments``).
  ///
  /// - Parameters:
  ///   - isRotated: whether the pixels were rotated or mirrored, whatever Exif says.
  ///   - limit: the maximum size of an APP1 segment after its identifier (Exif 2.32 §4.5.4).
  public static func upright(
    _ tiff: Bytes, width: Int, height: Int, isRotated: Bool = false, limit: Int = 65_527
  ) throws(FieldError) -> Result {
    let file = try TIFFFile(tiff)
    var result = Result(bytes: Array(tiff))
    var wasRotated = isRotated
    for entry in file[.ifd0]?.entries ?? [] where entry.tag == orientation {
      guard let value = entry.integer(), value != 1 else { continue }
      guard file.isOutsideStructure(entry) else {
        throw FieldError(
          .invalid("its value is a part of the TIFF structure itself"), offset: entry.fileOffset,
          path: ["IFD0", ExifTag.name(orientation, in: .ifd0)])
      }
      wasRotated = wasRotated || (2...8).contains(value)
      result.set(entry, to: 1)
    }
    for (kind, tag, size) in [
      (.ifd0, 0x0100, width), (.ifd0, 0x0101, height), (.exif, 0xA002, width),
      (.exif, 0xA003, height),
    ] as [(ExifDirectory.Kind, UInt16, Int)] {
      for entry in file[kind]?.entries ?? [] where entry.tag == tag {
        let name = ExifTag.name(tag, in: kind)
        guard file.isOutsideStructure(entry) else {
          result.notes.append("\(name) has no bytes of its own for \(size); it stays as it is")
          continue
        }
        if !result.set(entry, to: size) {
          result.notes.append("\(name) has no room for \(size); it stays as it is")
        }
      }
    }
    if file[.ifd1] != nil, wasRotated {
      result.unlinkThumbnail(of: file)
      result.lostThumbnail = true
    }
    let used = wasRotated ? file.usedEnd : max(file.usedEnd, file.thumbnailRange?.upperBound ?? 0)
    if result.bytes.count > limit, used < result.bytes.count,
      result.bytes[used...].allSatisfy({ $0 == 0 })
    {
      result.cut(to: used)
    }
    return result
  }
}

extension ExifEditor.Result {
  /// Replaces a value of an integer entry; false if its type is too small.
  @discardableResult
  mutating func set(_ entry: TIFFEntry, _ index: Int = 0, to value: Int) -> Bool {
    guard let size = entry.type.size, entry.type.isInteger, index < entry.count, value >= 0,
      entry.type.isSigned
        ? value >> (size * 8 - 1) == 0 : size == 8 || value >> (size * 8) == 0
    else { return false }
    bytes.replace(
      UInt64(value), at: entry.valueOffset + index * size, size: size, entry.order)
    return true
  }

  /// Ends the chain of directories after IFD0, and removes the thumbnail's bytes if they are at the end.
  ///
  /// Bytes before the thumbnail that belong to no field may be part of a maker note: they stay.
  mutating func unlinkThumbnail(of file: TIFFFile) {
    guard let position = file[.ifd0]?.nextOffsetPosition else { return }
    bytes.replace(0, at: position, size: 4, file.order)
    let end = file.usedEnd
    guard let thumbnail = file.thumbnailRange, thumbnail.lowerBound >= end,
      bytes[thumbnail.upperBound...].allSatisfy({ $0 == 0 })
    else { return }
    let isPadding = bytes[end..<thumbnail.lowerBound].allSatisfy { $0 == 0 }
    cut(to: isPadding ? end : thumbnail.lowerBound)
  }

  fileprivate mutating func cut(to end: Int) {
    if end < bytes.count { bytes.removeSubrange(end...) }
  }
}

extension TIFFFile {
  /// Whether the value can be changed without changing the header or a directory: it is in its entry, or
  /// outside of them.
  func isOutsideStructure(_ entry: TIFFEntry) -> Bool {
    let value = entry.valueOffset..<entry.valueOffset + entry.value.count
    return entry.isInline
      || ([0..<8] + directories.map { $0.offset..<max($0.offset, $0.end) })
        .allSatisfy { !$0.overlaps(value) }
  }

  /// The end of all bytes that directories other than IFD1 and its successors use.
  ///
  /// Bytes after it belong to no field. If the file is damaged, entries may be missing: then this is the
  /// end of the file.
  fileprivate var usedEnd: Int {
    let isUndamaged = findings.allSatisfy { $0.path.first != nil && $0.path.first != "IFD0" }
    guard isUndamaged else { return bytes.count }
    var end = 8
    for directory in directories where !directory.isThumbnail {
      end = max(end, directory.end)
      for entry in directory.entries { end = max(end, entry.valueOffset + entry.value.count) }
      for part in data(of: directory) { end = max(end, part.upperBound) }
    }
    return end
  }

  /// The strips and the JPEG image of a directory, as far as they are in the file.
  func data(of directory: ExifDirectory) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    for (offset, length) in [(0x0111, 0x0117), (0x0201, 0x0202)] as [(UInt16, UInt16)] {
      guard let offsets = directory[offset], let lengths = directory[length] else { continue }
      for index in 0..<min(offsets.count, lengths.count) {
        guard let start = offsets.integer(at: index), let size = lengths.integer(at: index),
          start >= 0, size >= 0, start < bytes.count
        else { continue }
        parts.append(Int(start)..<Int(start) + min(Int(size), bytes.count - Int(start)))
      }
    }
    return parts
  }

  /// The range from the first to the last byte that IFD1 and its successors use.
  var thumbnailRange: Range<Int>? {
    var range: Range<Int>?
    func add(_ start: Int, _ size: Int) {
      let part = start..<start + size
      range =
        range.map {
          min($0.lowerBound, part.lowerBound)..<max($0.upperBound, part.upperBound)
        } ?? part
    }
    for directory in directories where directory.isThumbnail {
      add(directory.offset, directory.end - directory.offset)
      for entry in directory.entries { add(entry.valueOffset, entry.value.count) }
      for part in data(of: directory) { add(part.lowerBound, part.count) }
    }
    return range
  }
}

extension ExifDirectory {
  var isThumbnail: Bool {
    switch kind {
    case .ifd1, .ifd: true
    default: false
    }
  }

  /// The end, in the form of ``offset``.
  fileprivate var end: Int { nextOffsetPosition.map { $0 + 4 } ?? offset }
}

extension ExifEditor {
  /// The structure with a thumbnail at its end (Exif 2.32 §4.5.5, §4.6.2).
  ///
  /// - Parameters:
  ///   - tiff: a structure in which IFD0 is the last directory of its chain.
  ///   - jpeg: a JPEG file without application segments.
  public static func addingThumbnail(
    _ jpeg: [UInt8], to tiff: Bytes
  ) throws(FieldError) -> [UInt8] {
    let file = try TIFFFile(tiff)
    guard let next = file[.ifd0]?.nextOffsetPosition, file[.ifd1] == nil else {
      throw FieldError(.invalid("there is no room for a thumbnail"), offset: tiff.fileOffset)
    }
    var bytes = Array(tiff)
    if bytes.count % 2 == 1 { bytes.append(0) }
    let start = bytes.count
    bytes = try TIFFWriter.directory(
      file.order, after: bytes,
      [
        TIFFField(0x0103, .shorts([6])),
        TIFFField(0x011A, .rationals([TIFFRational(numerator: 72, denominator: 1)])),
        TIFFField(0x011B, .rationals([TIFFRational(numerator: 72, denominator: 1)])),
        TIFFField(0x0128, .shorts([2])),
        TIFFField(0x0201, .offset(of: jpeg)),
        TIFFField(0x0202, .longs([UInt32(clamping: jpeg.count)])),
      ])
    bytes.replace(UInt64(start), at: next, size: 4, file.order)
    return bytes
  }
}

/// Why a content identifier cannot be written into Exif metadata.
public enum MakerNoteObstacle: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is a maker note of another vendor, or of an unknown one.
  case otherVendor(MakerNote.Vendor?)
  /// The Apple maker note cannot be read in full.
  case damagedNote(String)
  /// The Exif structure cannot.
  case damagedExif(String)

  public var description: String {
    switch self {
    case .otherVendor(let vendor):
      "has a maker note of \(vendor?.rawValue ?? "an unknown vendor"), and there can be only one"
    case .damagedNote(let reason): "has a damaged Apple maker note: \(reason)"
    case .damagedExif(let reason): "has damaged Exif metadata: \(reason)"
    }
  }
}

extension ExifEditor {
  fileprivate static let exifPointer: UInt16 = 0x8769
  fileprivate static let makerNote: UInt16 = 0x927C

  /// A structure with nothing but an Apple maker note that has a content identifier, and what every one has.
  public static func tiff(contentIdentifier: String) throws(FieldError) -> [UInt8] {
    let note = try MakerNote.apple(contentIdentifier: contentIdentifier)
    return try TIFFWriter.tiff(
      .big,
      [
        TIFFField(
          exifPointer,
          .directory([
            // ExifVersion and FlashpixVersion, which every Exif directory has (Exif 2.32 §4.6.5.A).
            TIFFField(0x9000, .undefined(Array("0232".utf8))),
            TIFFField(0xA000, .undefined(Array("0100".utf8))),
            TIFFField(makerNote, .undefined(note)),
          ]))
      ])
  }

  /// The structure with a content identifier in its Apple maker note (tag 0x0011).
  ///
  /// Everything else keeps its offset. Parts that grow are written at the end: the maker note, and a directory that
  /// gets an entry.
  ///
  /// - Parameter replacesNote: whether a maker note of another vendor, or a damaged one, may be replaced.
  public static func settingContentIdentifier(
    _ tiff: Bytes, to identifier: String, replacingNote replacesNote: Bool = false
  ) throws(MakerNoteObstacle) -> [UInt8] {
    let file: TIFFFile
    var new: [UInt8]
    do throws(FieldError) {
      file = try TIFFFile(tiff)
      new = try MakerNote.apple(contentIdentifier: identifier)
    } catch {
      throw .damagedExif("\(error)")
    }
    if let note = file.makerNote, !note.bytes.isEmpty {
      if let changed = note.settingContentIdentifier(identifier) {
        new = changed
      } else if !replacesNote {
        guard note.vendor == .apple, note.directory != nil else {
          throw .otherVendor(note.vendor)
        }
        throw .damagedNote(note.findings.first.map { "\($0)" } ?? "its directory is full")
      }
    }
    return try file.setting(makerNote: new)
  }
}

extension TIFFFile {
  /// The structure with another maker note.
  fileprivate func setting(makerNote note: [UInt8]) throws(MakerNoteObstacle) -> [UInt8] {
    var result = Array(bytes)
    if let entry = makerNoteEntry {
      if entry.count == note.count, !entry.isInline {
        result.replaceSubrange(entry.valueOffset..<entry.valueOffset + note.count, with: note)
        return result
      }
      result.replace(UInt64(TIFFType.undefined.rawValue), at: entry.offset + 2, size: 2, order)
      result.replace(UInt64(note.count), at: entry.offset + 4, size: 4, order)
      result.replace(UInt64(result.appendAligned(note)), at: entry.offset + 8, size: 4, order)
      return result
    }
    let noteOffset = UInt64(result.appendAligned(note))
    let entry = TIFFFile.entry(
      ExifEditor.makerNote, .undefined, count: note.count, noteOffset, order)
    if let exif = self[.exif] {
      guard let pointer = self[.ifd0]?[ExifEditor.exifPointer] else {
        throw .damagedExif("nothing leads to the Exif directory")
      }
      let table = try table(of: exif, adding: entry)
      let tableOffset = UInt64(result.appendAligned(table))
      let moved = TIFFFile.entry(ExifEditor.exifPointer, .long, count: 1, tableOffset, order)
      result.replaceSubrange(pointer.offset..<pointer.offset + 12, with: moved)
      return result
    }
    guard let main = self[.ifd0] else {
      throw .damagedExif("its directories cannot be read")
    }
    var exif: [UInt8] = []
    exif.append(1, size: 2, order)
    exif += entry
    exif.append(0, size: 4, order)
    let exifOffset = UInt64(result.appendAligned(exif))
    let pointer = TIFFFile.entry(ExifEditor.exifPointer, .long, count: 1, exifOffset, order)
    let table = try table(of: main, adding: pointer)
    result.replace(UInt64(result.appendAligned(table)), at: 4, size: 4, order)
    return result
  }

  private static func entry(
    _ tag: UInt16, _ type: TIFFType, count: Int, _ value: UInt64, _ order: ByteOrder
  ) -> [UInt8] {
    var entry: [UInt8] = []
    entry.append(UInt64(tag), size: 2, order)
    entry.append(UInt64(type.rawValue), size: 2, order)
    entry.append(UInt64(count), size: 4, order)
    entry.append(value, size: 4, order)
    return entry
  }

  /// An encoded directory with one more entry, before those of greater tags. Unreadable entries are kept unchanged.
  private func table(
    of directory: ExifDirectory, adding entry: [UInt8]
  ) throws(MakerNoteObstacle) -> [UInt8] {
    let start = directory.offset + 2
    guard let end = directory.nextOffsetPosition, let old = bytes.part(start..<end + 4),
      let count = bytes.integer(at: directory.offset, size: 2, order), count < 0xFFFF
    else { throw .damagedExif("the directory at offset \(directory.offset) has no end") }
    let tag = Bytes(entry).integer(at: 0, size: 2, order) ?? 0
    var position = 0
    while position < old.count - 4, let other = old.integer(at: position, size: 2, order),
      other < tag
    {
      position += 12
    }
    guard old.integer(at: position, size: 2, order) != tag || position == old.count - 4 else {
      throw .damagedExif("its \(ExifTag.name(UInt16(tag), in: directory.kind)) cannot be read")
    }
    var table: [UInt8] = []
    table.append(count + 1, size: 2, order)
    table += old.prefix(position)
    table += entry
    table += old.dropFirst(position)
    return table
  }
}

extension [UInt8] {
  /// Appends at an even offset (TIFF 6.0 §2), and answers which.
  fileprivate mutating func appendAligned(_ more: [UInt8]) -> Int {
    if count % 2 == 1 { append(0) }
    self += more
    return count - more.count
  }
}
