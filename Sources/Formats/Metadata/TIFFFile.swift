/// A TIFF structure as Exif and raw photos use it: a tree of directories (TIFF 6.0 §2, Exif 2.32 §4.5.2).
///
/// Damage is local: ``findings`` names the unreadable parts, and the others can be used.
public struct TIFFFile: Sendable {
  /// All the bytes of the structure, from its byte order mark on.
  public let bytes: Bytes
  /// The byte order of the structure.
  public let order: ByteOrder
  /// The directories: IFD0, Exif, Interoperability, GPS, those of further images, IFD1.
  public private(set) var directories: [ExifDirectory] = []
  /// What could not be read, at most a few hundred errors.
  public private(set) var findings: [FieldError] = []

  /// Real files chain two directories.
  private static let chainLimit = 16

  /// The widths of the fields: those of TIFF, or those of BigTIFF, whose numbers of entries and offsets have 8 bytes.
  private let form: DirectoryForm

  /// Reads all directories. Throws only if `bytes` do not start as a TIFF structure does.
  ///
  /// - Parameter allowsBig: whether the structure may be BigTIFF, as files of large images are; Exif is not.
  public init(_ bytes: Bytes, allowsBig: Bool = false) throws(FieldError) {
    self.bytes = bytes
    let big = allowsBig ? TIFFFile.byteOrderOfBig(bytes) : nil
    form = big == nil ? .classic : .big
    guard let order = big ?? TIFFFile.byteOrder(bytes),
      let first = bytes.integer(at: form.offsetSize, size: form.offsetSize, order)
    else {
      throw FieldError(
        .invalid("is not a TIFF structure: it does not start with II* or MM* and an offset"),
        offset: bytes.fileOffset)
    }
    self.order = order
    var visited: Set<Int> = []
    var next = Int(clamping: first)
    var number = 0
    while number == 0 || next != 0 {
      guard number < TIFFFile.chainLimit else {
        findings.append(
          FieldError(
            .invalid("more than \(TIFFFile.chainLimit) directories follow one another"),
            offset: bytes.fileOffset(at: next)))
        break
      }
      let kind: ExifDirectory.Kind = number == 0 ? .ifd0 : number == 1 ? .ifd1 : .ifd(number)
      guard let directory = read(kind, at: next, &visited) else { break }
      if number == 0, let exif = readChild(.exif, of: directory, 0x8769, &visited) {
        _ = readChild(.interoperability, of: exif, 0xA005, &visited)
      }
      if number == 0 {
        _ = readChild(.gps, of: directory, 0x8825, &visited)
        readSubdirectories(of: directory, &visited)
      }
      next = directory.nextOffset
      number += 1
    }
  }

  /// The directories of further images, as raw photos have them.
  public var subdirectories: [ExifDirectory] {
    directories.filter { if case .sub = $0.kind { true } else { false } }
  }

  /// The byte order, if `bytes` start as a TIFF structure does.
  public static func byteOrder(_ bytes: Bytes) -> ByteOrder? {
    if bytes.has([0x49, 0x49, 0x2A, 0]) { return .little }
    if bytes.has([0x4D, 0x4D, 0, 0x2A]) { return .big }
    return nil
  }

  /// The byte order, if `bytes` start as a BigTIFF file does: with 43, the width of offsets and a zero.
  public static func byteOrderOfBig(_ bytes: Bytes) -> ByteOrder? {
    if bytes.has([0x49, 0x49, 0x2B, 0, 8, 0, 0, 0]) { return .little }
    if bytes.has([0x4D, 0x4D, 0, 0x2B, 0, 8, 0, 0]) { return .big }
    return nil
  }

  /// The first directory of a kind; nil if there is none.
  public subscript(kind: ExifDirectory.Kind) -> ExifDirectory? {
    directories.first { $0.kind == kind }
  }

  /// The maker note (Exif 2.32 §4.6.5, tag 0x927C).
  public var makerNoteEntry: TIFFEntry? { self[.exif]?[0x927C] }

  private mutating func readChild(
    _ kind: ExifDirectory.Kind, of parent: ExifDirectory, _ tag: UInt16,
    _ visited: inout Set<Int>
  ) -> ExifDirectory? {
    guard let entry = parent[tag] else { return nil }
    guard let offset = entry.integer(), form.hasOffsets(of: entry.type) else {
      findings.append(
        FieldError(
          .invalid("is not the offset of a directory, but \(entry.type)"), offset: entry.fileOffset,
          path: kind.path))
      return nil
    }
    return read(kind, at: Int(offset), &visited)
  }

  private mutating func readSubdirectories(
    of parent: ExifDirectory, _ visited: inout Set<Int>
  ) {
    guard let entry = parent[0x014A] else { return }
    for index in 0..<min(entry.count, TIFFFile.chainLimit) {
      guard let offset = entry.integer(at: index), form.hasOffsets(of: entry.type) else { return }
      _ = read(.sub(index), at: Int(offset), &visited)
    }
  }

  private mutating func read(
    _ kind: ExifDirectory.Kind, at offset: Int, _ visited: inout Set<Int>
  ) -> ExifDirectory? {
    guard visited.insert(offset).inserted else {
      findings.append(
        FieldError(
          .invalid("the directory at offset \(offset) is used twice"),
          offset: bytes.fileOffset(at: offset), path: kind.path))
      return nil
    }
    guard
      let directory = ExifDirectory(kind, in: bytes, at: offset, order, form, findings: &findings)
    else { return nil }
    directories.append(directory)
    return directory
  }
}
