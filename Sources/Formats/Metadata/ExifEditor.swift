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
