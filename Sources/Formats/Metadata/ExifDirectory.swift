/// A directory of a TIFF structure (TIFF 6.0 §2, Exif 2.32 §4.6.3).
public struct ExifDirectory: Sendable {
  /// Which directory of the structure it is.
  public enum Kind: Hashable, Sendable {
    /// IFD0: the main image.
    case ifd0
    /// IFD1: the thumbnail.
    case ifd1
    /// A further directory of the chain, by its number from 2 on.
    case ifd(Int)
    /// An image besides the main one, by its number from 0 on: raw pixels, a preview (tag 0x014A).
    case sub(Int)
    /// The Exif IFD: how the photo was taken (tag 0x8769).
    case exif
    /// The GPS IFD: the location of the photo (tag 0x8825).
    case gps
    /// The interoperability IFD (tag 0xA005).
    case interoperability
    /// The directory in the camera's own note (tag 0x927C).
    case makerNote
    /// The directory of a note of Canon's.
    case canon
  }

  /// Which directory of the structure it is.
  public var kind: Kind
  /// The byte order of its numbers.
  public var order: ByteOrder
  /// The offset of its start, from the base of the structure's offsets.
  public var offset: Int
  /// The bytes of the file from its count of entries to its next offset.
  public var fileRange: Range<Int>
  /// The entries that can be read, in the order of the file.
  public var entries: [TIFFEntry]
  /// The offset of the directory chained after this one; 0 for none.
  public var nextOffset: Int
  /// The position of the four bytes of ``nextOffset``; nil if they are missing.
  public var nextOffsetPosition: Int?

  /// The first entry of `tag`.
  public subscript(tag: UInt16) -> TIFFEntry? { entries.first { $0.tag == tag } }
}

extension ExifDirectory.Kind: CustomStringConvertible {
  public var description: String {
    switch self {
    case .ifd0: "IFD0"
    case .ifd1: "IFD1"
    case .ifd(let number): "IFD\(number)"
    case .sub(let number): number == 0 ? "SubIFD" : "SubIFD\(number)"
    case .exif: "Exif"
    case .gps: "GPS"
    case .interoperability: "Interoperability"
    case .makerNote: "MakerNote"
    case .canon: "Canon"
    }
  }

  /// The path from the outermost directory to this one.
  var path: [String] {
    switch self {
    case .ifd0, .ifd1, .ifd: ["\(self)"]
    case .exif, .gps, .sub: ["IFD0", "\(self)"]
    case .interoperability, .makerNote, .canon: ["IFD0", "Exif", "\(self)"]
    }
  }
}

extension ExifDirectory {
  /// Real directories have up to a hundred. Values may overlap, so the size of the file does not
  /// bound what all entries together cost to show.
  private static let entryLimit = 1024
  /// The most findings: more of them would not help.
  private static let findingLimit = 256

  /// Reads the directory at `offset`; offsets of values count from the start of `base`.
  ///
  /// Entries that cannot be read are left out and added to `findings`.
  init?(
    _ kind: Kind, in base: Bytes, at offset: Int, _ order: ByteOrder,
    _ form: DirectoryForm = .classic, findings: inout [FieldError]
  ) {
    guard offset >= 0, let stated = base.integer(at: offset, size: form.countSize, order) else {
      findings.append(
        FieldError(
          .invalid("the directory at offset \(offset) is beyond the end"),
          offset: base.fileOffset(at: offset), path: kind.path))
      return nil
    }
    let count = Int(clamping: min(stated, 1 << 40))
    let start = offset + form.countSize
    let present = min(count, (base.count - start) / form.entrySize)
    let whole = min(present, ExifDirectory.entryLimit)
    if whole < present {
      findings.append(
        FieldError(
          .invalid(
            "has \(counted(count, "entry", "entries")); \(counted(whole, "of them is", "of them are")) read"
          ),
          offset: base.fileOffset(at: offset), path: kind.path))
    } else if whole < count {
      findings.append(
        FieldError(
          .truncated(
            neededBits: count * form.entrySize * 8, availableBits: (base.count - start) * 8),
          offset: base.fileOffset(at: start), path: kind.path))
    }
    var entries: [TIFFEntry] = []
    entries.reserveCapacity(whole)
    for index in 0..<whole {
      do throws(FieldError) {
        let entryOffset = start + index * form.entrySize
        if let entry = try TIFFEntry(in: base, at: entryOffset, order, form, kind) {
          entries.append(entry)
        }
      } catch {
        if findings.count < ExifDirectory.findingLimit { findings.append(error) }
      }
    }
    let end = start + whole * form.entrySize
    let next = whole == count ? base.integer(at: end, size: form.offsetSize, order) : nil
    self.kind = kind
    self.order = order
    self.offset = offset
    self.entries = entries
    nextOffset = next.map { Int(clamping: $0) } ?? 0
    nextOffsetPosition = next == nil ? nil : end
    let first = base.fileOffset(at: offset)
    let last = base.fileOffset(at: next == nil ? end : end + form.offsetSize)
    fileRange = first..<max(first, last)
  }
}

/// The widths of the fields of directories.
enum DirectoryForm: Sendable {
  /// TIFF 6.0 §2.
  case classic
  /// BigTIFF: all offsets and numbers have 8 bytes.
  case big

  /// The bytes of the number of entries.
  var countSize: Int { self == .big ? 8 : 2 }
  /// The bytes of an offset, and of the number of values of an entry.
  var offsetSize: Int { self == .big ? 8 : 4 }
  /// A tag, a type, a number of values, and the values or their offset.
  var entrySize: Int { 4 + 2 * offsetSize }

  /// Whether values of this type can be offsets of directories.
  func hasOffsets(of type: TIFFType) -> Bool {
    self == .big || ![.long8, .signedLong8, .ifd8].contains(type)
  }
}

extension TIFFEntry {
  /// Reads the entry at `offset`. Nil for the empty entries of type 0 that maker notes have.
  fileprivate init?(
    in base: Bytes, at offset: Int, _ order: ByteOrder, _ form: DirectoryForm,
    _ directory: ExifDirectory.Kind
  ) throws(FieldError) {
    let width = form.offsetSize
    guard let tag = base.integer(at: offset, size: 2, order),
      let type = base.integer(at: offset + 2, size: 2, order),
      let stated = base.integer(at: offset + 4, size: width, order),
      let position = base.integer(at: offset + 4 + width, size: width, order)
    else { return nil }
    self.tag = UInt16(truncatingIfNeeded: tag)
    self.type = TIFFType(rawValue: UInt16(truncatingIfNeeded: type))
    count = Int(clamping: min(stated, 1 << 40))
    self.order = order
    self.offset = offset
    fileOffset = base.fileOffset(at: offset)
    if type == 0, directory == .makerNote { return nil }
    let path = directory.path + [ExifTag.name(self.tag, in: directory)]
    guard let size = self.type.size else {
      throw FieldError(
        .invalid("has values of the unknown type \(type)"), offset: fileOffset, path: path)
    }
    // 2^40 values of 8 bytes fit into an Int.
    let byteCount = self.count * size
    isInline = byteCount <= width
    valueOffset = isInline ? offset + 4 + width : Int(clamping: position)
    guard let value = base.slice(at: valueOffset, count: byteCount) else {
      let available = max(0, base.count - valueOffset)
      throw FieldError(
        .truncated(neededBits: byteCount * 8, availableBits: available * 8), offset: fileOffset,
        path: path)
    }
    self.value = value
  }
}
