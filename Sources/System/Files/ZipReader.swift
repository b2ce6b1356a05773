internal import CLoaded
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

/// The information in an archive about one of its files.
package struct ZipEntry: Sendable, Equatable {
  package enum Kind: Sendable { case file, folder, link, other }

  /// The name with the folders that it is in.
  package var name: String
  package var kind: Kind
  /// The stated size in bytes.
  package var size: Int
  package var compressedSize: Int
  package var isEncrypted: Bool
  /// Nanoseconds since the start of 1970.
  package var modified: Int64
  /// The permissions of the file, as the lowest nine bits of POSIX's `st_mode`; nil if the archive does not state them.
  package var permissions: UInt16?
}

extension ZipEntry {
  /// Whether an entry is much larger than its compressed data, as in an archive that was made to fill disks. Photos and
  /// movies are compressed already, and hardly get smaller.
  package var expandsBeyondReason: Bool {
    size > ZipEntry.smallestExpansion && size / ZipEntry.largestRatio > compressedSize
  }

  /// The size below which it does not matter what an entry is.
  private static let smallestExpansion = 16 << 20
  private static let largestRatio = 50
}

/// An archive that libzip has open.
@safe
struct ZipHandle: ~Copyable {
  private let handle: OpaquePointer

  /// - Parameter descriptor: has to stay open as long.
  init(reading descriptor: Int32, _ library: ZipLibrary) throws(ZipError) {
    // The message has the size that is stated, here and below.
    unsafe handle = unsafe try ZipError.check {
      unsafe boxwalk_zip_open(library.handle, descriptor, &$0)
    }
  }

  deinit { unsafe boxwalk_zip_close(handle) }

  var count: UInt64 { unsafe boxwalk_zip_count(handle) }

  var comment: [UInt8] {
    var count = 0
    // The comment exists as long as the handle.
    let comment = unsafe boxwalk_zip_comment(handle, &count)
    return unsafe Array(UnsafeBufferPointer(start: comment, count: count))
  }

  /// An extra field that the directory has for an entry; nil also for one that cannot be read.
  func extra<Field: ExtraField>(_ type: Field.Type, of index: UInt64) -> Field? {
    var count = 0
    // The field exists as long as the handle.
    guard let field = unsafe boxwalk_zip_extra(handle, index, Field.kind, &count) else {
      return nil
    }
    return unsafe try? Field(decoding: Bytes(UnsafeBufferPointer(start: field, count: count)))
  }

  func entry(_ index: UInt64) throws(ZipError) -> ZipEntry {
    let found = unsafe try ZipError.check { message -> boxwalk_zip_entry? in
      var entry = unsafe boxwalk_zip_entry()
      // The structure outlives the call, which fills it.
      return unsafe boxwalk_zip_stat(handle, index, &entry, &message) == 0 ? entry : nil
    }
    // The name exists as long as the handle.
    let name = unsafe String(cString: found.name)
    let modified =
      extra(ExtendedTimestamp.self, of: index)?.modified
      ?? extra(NTFSTimes.self, of: index)?.modified
    // Numbers, which are safe to read.
    let date = unsafe found.modified.multipliedReportingOverflow(by: 1_000_000_000)
    return unsafe ZipEntry(
      name: name, kind: .init(mode: found.mode, name), size: Int(clamping: found.size),
      compressedSize: Int(clamping: found.compressed_size), isEncrypted: found.encryption != 0,
      modified: modified ?? (date.overflow ? 0 : date.partialValue),
      permissions: found.mode == 0 ? nil : UInt16(truncatingIfNeeded: found.mode) & 0o777)
  }

  /// Calls `body` with pieces of the bytes of an entry; at the end their number and checksum were right.
  func read(_ index: UInt64, _ body: ([UInt8].SubSequence) throws -> Void) throws {
    let stream = unsafe try ZipHandle.reading {
      unsafe boxwalk_zip_stream_open(handle, index, &$0)
    }
    defer { unsafe boxwalk_zip_stream_close(stream) }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = try ZipHandle.reading { message -> Int? in
        // The array has the size that is stated.
        let count = unsafe boxwalk_zip_stream_read(stream, &buffer, buffer.count, &message)
        return count < 0 ? nil : Int(count)
      }
      guard count > 0 else { return }
      try body(buffer[..<count])
    }
  }

  /// Adds the library's message to an error, as a sentence without its subject.
  private static func reading<Result>(
    _ call: (inout [CChar]) -> Result?
  ) throws(ZipError) -> Result {
    do throws(ZipError) { return try ZipError.check(call) } catch {
      throw ZipError("cannot be read: \(error)")
    }
  }
}

extension ZipEntry.Kind {
  /// POSIX has a file's kind in the top four of 16 bits.
  init(mode: UInt32, _ name: String) {
    switch mode >> 12 & 0xF {
    case 0, 8: self = name.utf8.last == UInt8(ascii: "/") ? .folder : .file
    case 4: self = .folder
    case 10: self = .link
    default: self = .other
    }
  }
}

/// The libzip of this computer; it is opened when it is needed.
@safe
package struct ZipLibrary: Sendable {
  // A library is never closed, and its content never changes.
  nonisolated(unsafe) let handle: OpaquePointer

  private init() throws(ZipError) {
    let names = RuntimeLibrary.names("libzip", versions: [5, 4], variable: "BOXWALK_LIBZIP")
    // The array has the size that is stated.
    let found = unsafe RuntimeLibrary.open(names) { unsafe boxwalk_zip_load($0, &$1) }
    guard let handle = unsafe found.handle else {
      throw ZipError(unsafe RuntimeLibrary.explanation(of: "libzip", names, found.reasons))
    }
    unsafe self.handle = handle
  }

  /// The library that is used; it is searched for only once.
  package static let usual = Result { () throws(ZipError) in try ZipLibrary() }

  /// `1.7.3`. A constant string of the library.
  package var version: String { unsafe String(cString: boxwalk_zip_version(handle)) }

  /// The file; the string is kept with the handle.
  package var path: String { unsafe String(cString: boxwalk_library_file(handle)) }
}

/// The reason why an archive cannot be read or written, as a sentence without its subject.
package struct ZipError: Error, CustomStringConvertible, Sendable {
  package var message: String

  package init(_ message: String) { self.message = message }

  package var description: String { message }

  /// Calls a function of the library that leaves a message when it fails.
  static func check<Result>(
    _ call: (inout [CChar]) -> Result?
  ) throws(ZipError) -> Result {
    var message = [CChar](repeating: 0, count: Int(BOXWALK_LIBRARY_MESSAGE))
    guard let result = call(&message) else {
      throw ZipError(withOurText(RuntimeLibrary.text(message)))
    }
    return result
  }
}
