package import FieldCoding

/// An archive that is read.
package struct ZipReader: ~Copyable {
  private let archive: ZipHandle
  private let file: OpenFile
  package let entries: [ZipEntry]
  package let comment: [UInt8]

  /// The most entries that are listed: more of them, of a few bytes each, could fill the memory.
  package static let largestCount = 10_000

  /// - Parameter descriptor: of a file; it may be closed then.
  package init(_ descriptor: Int32, _ library: ZipLibrary) throws(ZipError) {
    let file = try OpenFile(keeping: descriptor)
    let archive: ZipHandle
    do throws(ZipError) { archive = try ZipHandle(reading: file.descriptor, library) } catch {
      try ZipReader.requireReadable(file)
      throw error
    }
    guard archive.count <= ZipReader.largestCount else {
      throw ZipError("has \(archive.count) entries, instead of the two of a Live Photo")
    }
    var entries: [ZipEntry] = []
    for index in 0..<archive.count { entries.append(try archive.entry(index)) }
    self.entries = entries
    comment = archive.comment
    self.archive = archive
    self.file = file
  }

  /// An extra field that the directory has for an entry.
  package func extra<Field: ExtraField>(_ type: Field.Type, of index: Int) -> Field? {
    archive.extra(type, of: UInt64(index))
  }

  /// The bytes of an entry, piece by piece. At the end their number and checksum were right, or this
  /// throws.
  package func read(_ index: Int, _ body: (Bytes) throws -> Void) throws {
    let entry = entries[index]
    if entry.isEncrypted { throw ZipError("is encrypted") }
    if entry.expandsBeyondReason {
      throw ZipError(
        "would have \(counted(entry.size, "byte")), from \(grouped(entry.compressedSize)) compressed bytes: no photo or movie is like that"
      )
    }
    var rest = entry.size
    do {
      try archive.read(UInt64(index)) { piece in
        guard piece.count <= rest else { throw ZipError("is longer than it says") }
        rest -= piece.count
        try body(Bytes(piece))
      }
      if rest > 0 { throw ZipError("is shorter than it says") }
    } catch let error as ZipError {
      try ZipReader.requireReadable(file)
      throw error
    }
  }

  /// To libzip, a file that cannot be read may look like one that ends too early.
  private static func requireReadable(_ file: borrowing OpenFile) throws(ZipError) {
    do throws(SystemError) { try file.requireReadable() } catch { throw ZipError("\(error)") }
  }
}
