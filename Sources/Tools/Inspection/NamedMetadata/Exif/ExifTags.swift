internal import FieldCoding
internal import Metadata

/// The tags of a TIFF structure.
struct ExifTags {
  private(set) var tags: [MetadataTag] = []
  /// XMP, IPTC and colour profiles that entries of the structure hold.
  private(set) var embedded: [(tag: UInt16, bytes: Bytes)] = []

  /// Longer values are shown as their number of bytes.
  private static let shownBytes = 1 << 16
  /// The number of bytes of values that may still be shown. Values that do not overlap are at most as long as the
  /// structure.
  private var left: Int

  /// - Parameters:
  ///   - kind: the kind of the first directory; it is IFD0 except in raw photos, which have a structure for each
  ///     directory.
  ///   - isFile: whether the structure is the file, and not the Exif of another format.
  ///   - readNote: reads maker notes of vendors other than Apple.
  init(
    _ tiff: Bytes, first kind: ExifDirectory.Kind = .ifd0, isFile: Bool = false,
    readNote: (Bytes) -> [MetadataTag]? = { _ in nil }
  ) {
    left = tiff.count
    guard let file = try? TIFFFile(tiff, allowsBig: true) else { return }
    let container = isFile ? EmbeddedImage.Container(file) : .other
    for directory in file.directories {
      let kind = directory.kind == .ifd0 ? kind : directory.kind
      add(
        directory, as: kind, in: file, EmbeddedImage.all(of: directory, as: kind, in: container))
    }
    if let note = file.makerNote { add(note, in: tiff, readNote) }
  }

  private static func group(_ kind: ExifDirectory.Kind) -> String {
    switch kind {
    case .exif: "ExifIFD"
    case .interoperability: "InteropIFD"
    case .makerNote: "Apple"
    case .ifd0, .ifd1, .ifd, .sub, .gps, .canon: "\(kind)"
    }
  }

  private mutating func add(
    _ directory: ExifDirectory, as kind: ExifDirectory.Kind, in file: TIFFFile,
    _ images: [EmbeddedImage]
  ) {
    let group = ExifTags.group(kind)
    for entry in directory.entries {
      switch entry.tag {
      // Pointers to other directories.
      case 0x8769, 0x8825, 0xA005, 0x014A, 0x927C: continue
      // Padding has no value for users.
      case 0xEA1C:
        tags.append(MetadataTag(group, "Padding", bytesAsText(entry.value.count)))
        continue
      case 0x02BC, 0x83BB, 0x8649, 0x8773:
        embedded.append((entry.tag, entry.value))
        continue
      default: break
      }
      let name =
        images.lazy.compactMap { $0.tagName(entry.tag) }.first
        ?? ExifTable.name(entry.tag, in: kind)
        ?? ExifTag.name(entry.tag, in: kind)
      var value = value(of: entry, in: kind)
      // Offsets in the file, which the structure counts from its own start.
      let isOffset = entry.tag == 0x0201 || kind == .ifd1 && name == "StripOffsets"
      if isOffset { value = ExifTags.offsets(entry, in: file.bytes) ?? value }
      tags.append(MetadataTag(group, name, value))
    }
    for image in images {
      guard let length = directory[image.lengthTag], length.count == 1,
        let size = length.integer(), size > 0,
        let start = directory[image.startTag]?.integer(), start >= 0,
        start <= file.bytes.count, size <= Int64(file.bytes.count) - start
      else { continue }
      tags.append(MetadataTag(group, image.name, bytesAsText(Int(size))))
    }
  }

  /// Offsets in the file for offsets in a structure; nil if one is outside of it.
  private static func offsets(_ entry: TIFFEntry, in structure: Bytes) -> String? {
    guard entry.value.count <= shownBytes else { return nil }
    var offsets: [String] = []
    for index in 0..<entry.count {
      guard let offset = entry.integer(at: index).flatMap({ Int(exactly: $0) }),
        offset <= structure.count, let start = structure.part(offset..<structure.count)
      else { return nil }
      offsets.append("\(start.fileOffset)")
    }
    return offsets.isEmpty ? nil : offsets.joined(separator: " ")
  }

  private mutating func add(
    _ note: MakerNote, in tiff: Bytes, _ readNote: (Bytes) -> [MetadataTag]?
  ) {
    guard let directory = note.directory else {
      // These makers have notes of text with a syntax of their own.
      if note.vendor != .dji, note.vendor != .ricoh, let text = ExifTags.text(note.bytes) {
        tags.append(MetadataTag("ExifIFD", "MakerNoteUnknownText", text))
        return
      }
      tags +=
        readNote(tiff)
        ?? [
          MetadataTag(
            "MakerNotes", note.vendor?.rawValue ?? "Unknown", bytesAsText(note.bytes.count))
        ]
      return
    }
    for entry in directory.entries {
      if entry.type == .undefined, entry.value.count <= ExifTags.shownBytes,
        let list = PropertyList(entry.value)
      {
        add(list, entry.tag)
        continue
      }
      let value = value(of: entry, in: .makerNote)
      for name in AppleTable.olderNames[entry.tag].map({ [$0] }) ?? [] {
        tags.append(MetadataTag("Apple", name, value))
      }
      let name =
        ExifTable.name(entry.tag, in: .makerNote) ?? ExifTag.name(entry.tag, in: .makerNote)
      tags.append(MetadataTag("Apple", name, value))
    }
  }

  /// A note that is only a text; long ones are shown as their number of bytes.
  private static func text(_ note: Bytes) -> String? {
    let text = note.prefix { $0 != 0 }
    guard !text.isEmpty, note.dropFirst(text.count).allSatisfy({ $0 == 0 }),
      text.allSatisfy({ (0x20...0x7E).contains($0) || [0x09, 0x0A, 0x0D].contains($0) })
    else { return nil }
    return note.count > 64 ? bytesAsText(note.count) : String(decoding: text, as: UTF8.self)
  }

  private mutating func add(_ list: PropertyList, _ tag: UInt16) {
    let name = ExifTable.name(tag, in: .makerNote) ?? ExifTag.name(tag, in: .makerNote)
    guard tag == 0x0003, case .dictionary = list else {
      tags.append(MetadataTag("Apple", name, list.text))
      return
    }
    for (key, suffix) in [
      ("flags", "Flags"), ("value", "Value"), ("timescale", "Scale"), ("epoch", "Epoch"),
    ] {
      guard let value = list[key]?.text else { continue }
      let text = key == "flags" ? AppleTable.timeFlags.written(value) : value
      tags.append(MetadataTag("Apple", name + suffix, text))
    }
  }

  private mutating func value(of entry: TIFFEntry, in kind: ExifDirectory.Kind) -> String {
    left -= entry.value.count
    guard left >= 0, entry.value.count <= ExifTags.shownBytes else {
      return bytesAsText(entry.value.count)
    }
    switch (kind, entry.tag) {
    case (.gps, 0x1B), (.gps, 0x1C), (_, 0x9286): return ExifText.commented(entry)
    case (.exif, 0xA302), (.ifd0, 0xA302): return CFAPattern.text(entry) ?? ExifTags.plain(entry)
    case (_, 0xC740), (_, 0xC741), (_, 0xC74E):
      return OpcodeList.text(entry.value) ?? ExifTags.plain(entry)
    case (.exif, 0xA462): return SourceExposureTimes.text(entry)
    case (_, 0x9C9B...0x9C9F): return ExifText.utf16(entry.value, .little)
    case (.gps, 0x1D): return ExifText.date(ExifTags.plain(entry))
    default: break
    }
    let writing = ExifTable.writing(entry.tag, in: kind)
    let plain = ExifTags.plain(
      entry, isNumbers: writing?.isOfNumbers ?? (kind == .gps && entry.tag == 0))
    guard let writing else { return plain }
    return plain.isEmpty && !writing.hasWords ? plain : writing.written(plain)
  }

  /// Numbers with a space between them, or text up to its end.
  private static func plain(_ entry: TIFFEntry, isNumbers: Bool = false) -> String {
    if entry.type == .ascii || entry.type == .utf8 { return ExifText.plain(entry) }
    if entry.type == .undefined, !isNumbers {
      let bytes = entry.value.filter { $0 != 0 }
      let isText = bytes.allSatisfy { (0x20...0x7E).contains($0) }
      return isText ? String(decoding: bytes, as: UTF8.self) : bytesAsText(entry.value.count)
    }
    return (0..<entry.count).map { number(entry, $0) }.joined(separator: " ")
  }

  private static func number(_ entry: TIFFEntry, _ index: Int) -> String {
    if entry.type == .undefined { return "\(entry.value[index])" }
    if entry.type == .long8 {
      return entry.integer(at: index).map { "\(UInt64(bitPattern: $0))" } ?? ""
    }
    if let integer = entry.integer(at: index) { return "\(integer)" }
    if let fraction = entry.rational(at: index) { return fraction.plain }
    return entry.number(at: index).map { $0.significant() } ?? ""
  }
}

extension TIFFRational {
  /// The value with ten digits; for fractions without a value, their kind.
  var plain: String {
    number.map { $0.significant(10) } ?? (numerator == 0 ? "undef" : "inf")
  }
}

/// Texts of Exif.
enum ExifText {
  /// Up to the first zero byte. Names of devices are padded with spaces.
  static func plain(_ entry: TIFFEntry) -> String {
    var bytes = Array(entry.value.prefix { $0 != 0 })
    // The photographer's, a zero byte, and the editor's (Exif 3.0 §4.6.4).
    if entry.tag == 0x8298 {
      let editor = entry.value.dropFirst(bytes.count + 1).prefix { $0 != 0 }
      while bytes.last == 0x20 { bytes.removeLast() }
      bytes += [0x0A] + editor
      while bytes.last == 0x20 || bytes.last == 0x0A { bytes.removeLast() }
    }
    if [0x010F, 0x0110, 0x0131].contains(entry.tag) {
      while bytes.last == 0x20 { bytes.removeLast() }
    }
    return Text.decoded(bytes)
  }

  /// A text after eight bytes that name its character code (Exif 3.0 §4.6.5, UserComment).
  static func commented(_ entry: TIFFEntry) -> String {
    guard entry.type == .undefined, let name = entry.value.part(0..<8),
      let text = entry.value.part(8..<entry.value.count)
    else { return plain(entry) }
    switch String(decoding: name.prefix { $0 != 0 }, as: UTF8.self).trimmed {
    case "UNICODE": return utf16(text, order(of: text) ?? entry.order)
    case "ASCII", "JIS", "": return Text.decoded(Array(text.prefix { $0 != 0 }))
    default: return Text.decoded(entry.value.filter { $0 != 0 })
    }
  }

  /// Some writers use the other byte order than that of the structure: then there are zero bytes at the positions of
  /// ASCII letters. Nil if it is unknown.
  private static func order(of text: Bytes) -> ByteOrder? {
    if text.prefix(2).elementsEqual([0xFE, 0xFF]) { return .big }
    if text.prefix(2).elementsEqual([0xFF, 0xFE]) { return .little }
    var zeros = [0, 0]
    for (index, byte) in text.prefix(1024).enumerated() where byte == 0 { zeros[index & 1] += 1 }
    return zeros[0] == zeros[1] ? nil : zeros[0] > zeros[1] ? .big : .little
  }

  static func utf16(_ bytes: Bytes, _ order: ByteOrder) -> String {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return order == .big ? first << 8 | second : second << 8 | first
    }
    let isMarked = units.first == 0xFEFF
    return String(decoding: units.dropFirst(isMarked ? 1 : 0).prefix { $0 != 0 }, as: UTF16.self)
  }

  /// A date with colons, also if it has other signs: `2017:04:01`.
  static func date(_ text: String) -> String {
    if text.utf8.count == 8, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return "\(text.prefix(4)):\(text.dropFirst(4).prefix(2)):\(text.suffix(2))"
    }
    let parts = text.split { !$0.isNumber }
    guard parts.count == 3, parts[0].count == 4 else { return text }
    return parts.joined(separator: ":")
  }
}

/// The colours of a sensor's pixels (Exif 3.0 §4.6.5, CFAPattern).
enum CFAPattern {
  static func text(_ entry: TIFFEntry) -> String? {
    let bytes = Array(entry.value)
    guard bytes.count >= 4 else { return nil }
    func size(_ index: Int, _ order: ByteOrder) -> Int {
      let (first, second) = (Int(bytes[index]), Int(bytes[index + 1]))
      return order == .big ? first << 8 | second : second << 8 | first
    }
    // Some writers use the other byte order for the sizes.
    for order in [entry.order, entry.order == .big ? .little : .big] {
      let (columns, rows) = (size(0, order), size(2, order))
      guard columns > 0, rows > 0, columns <= 64, rows <= 64, bytes.count >= 4 + columns * rows
      else { continue }
      let names = ["Red", "Green", "Blue", "Cyan", "Magenta", "Yellow", "White"]
      return (0..<rows).map { row in
        let colours = bytes[4 + row * columns..<4 + (row + 1) * columns].map {
          names.indices.contains(Int($0)) ? names[Int($0)] : "Unknown"
        }
        return "[" + colours.joined(separator: ",") + "]"
      }.joined()
    }
    return nil
  }
}

/// The exposure times of the images that a composite image was made from (Exif 3.0 §4.6.5,
/// SourceExposureTimesOfCompositeImage).
enum SourceExposureTimes {
  /// Seven times, two counts of 16 bits, and the time of each image.
  static func text(_ entry: TIFFEntry) -> String {
    let bytes = Array(entry.value)
    func number(_ offset: Int, _ size: Int) -> UInt64 {
      let part = bytes[offset..<offset + size]
      return (entry.order == .big ? Array(part) : part.reversed()).reduce(0) {
        $0 << 8 | UInt64($1)
      }
    }
    var parts: [String] = []
    var offset = 0
    while parts.count < 256 {
      let isCount = parts.count == 7 || parts.count == 8
      guard offset + (isCount ? 2 : 8) <= bytes.count else { break }
      if isCount {
        parts.append("\(number(offset, 2))")
      } else {
        let time = TIFFRational(
          numerator: Int64(number(offset, 4)), denominator: Int64(number(offset + 4, 4)))
        parts.append(MetadataValueForm.exposureTime.written(time.plain))
      }
      offset += isCount ? 2 : 8
    }
    return parts.joined(separator: " ")
  }
}
