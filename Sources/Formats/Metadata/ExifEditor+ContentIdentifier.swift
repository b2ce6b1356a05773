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
