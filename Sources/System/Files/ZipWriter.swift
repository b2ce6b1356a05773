internal import CLoaded
package import FieldCoding

/// An archive that is written. Its file does not exist before it is finished.
@safe
package struct ZipWriter: ~Copyable {
  private let handle: OpaquePointer
  /// The output; and the inputs, which must not be closed before the end.
  private let output: OpenFile
  private var files = OpenFiles()

  package init(_ output: borrowing OutputFile, _ library: ZipLibrary) throws(ZipError) {
    let file = try OpenFile(keeping: output.descriptor)
    let descriptor = file.descriptor
    // The message has the size that is stated, here and below.
    let handle = unsafe try ZipError.check {
      unsafe boxwalk_zip_new(library.handle, descriptor, &$0)
    }
    unsafe self.handle = handle
    self.output = file
  }

  deinit { unsafe boxwalk_zip_free(handle) }

  /// Adds a file, which is not compressed.
  ///
  /// - Parameters:
  ///   - size: the number of its bytes; it must not have fewer.
  ///   - modified: the modification time in nanoseconds since the start of 1970.
  ///   - permissions: its permissions in the form of POSIX.
  /// - Returns: the index of the entry.
  package mutating func add(
    _ name: String, _ file: borrowing OpenFile, size: Int, modified: Int64, permissions: UInt16
  ) throws(ZipError) -> Int {
    let descriptor = try files.add(file)
    // MS-DOS counts from 1980 to 2107.
    let seconds = min(
      max(modified.flooredDivision(by: 1_000_000_000), 315_619_200), 4_354_732_800)
    return Int(
      try ZipError.check { message in
        let index = unsafe boxwalk_zip_add(
          handle, name, descriptor, UInt64(size), seconds, 0o100000 | UInt32(permissions & 0o777),
          &message)
        return index < 0 ? nil : index
      })
  }

  /// Adds an extra field to the directory's entry of a file.
  ///
  /// - Parameter isLocal: whether the field is also written before the bytes of the file.
  package func add(
    _ field: some ExtraField, to index: Int, isLocal: Bool
  ) throws(ZipError) {
    let bytes: [UInt8]
    do throws(FieldError) { bytes = try field.encoded() } catch { throw ZipError("\(error)") }
    try ZipError.check { message in
      // The array has the stated size.
      unsafe boxwalk_zip_add_extra(
        handle, UInt64(index), type(of: field).kind, bytes, bytes.count, isLocal ? 1 : 0, &message)
        == 0 ? () : nil
    }
  }

  package func setComment(_ comment: [UInt8]) throws(ZipError) {
    try ZipError.check { message in
      // The array has the stated size.
      unsafe boxwalk_zip_set_comment(handle, comment, comment.count, &message) == 0 ? () : nil
    }
  }

  /// Reads the files, and writes everything.
  package consuming func finish() throws(ZipError) {
    try ZipError.check { message in
      unsafe boxwalk_zip_finish(handle, &message) == 0 ? () : nil
    }
  }
}

/// Descriptors that are closed together.
private struct OpenFiles: ~Copyable {
  private var descriptors: [Int32] = []

  deinit { for descriptor in descriptors { _ = OpenFile(owning: descriptor) } }

  mutating func add(_ file: borrowing OpenFile) throws(ZipError) -> Int32 {
    let descriptor = try OpenFile(keeping: file.descriptor).released()
    descriptors.append(descriptor)
    return descriptor
  }
}

extension OpenFile {
  /// Opens the same file again, for as long as an archive needs it.
  init(keeping descriptor: Int32) throws(ZipError) {
    do throws(SystemError) { self = try OpenFile(copying: descriptor) } catch {
      throw ZipError("\(error)")
    }
  }
}

/// A field that archives have besides the name and size of an entry. Its numbers are little-endian.
package protocol ExtraField: FieldCodable {
  /// The number that identifies it.
  static var kind: UInt16 { get }
}

/// Info-ZIP's extended timestamp (`UT`). In a directory, it has only the time of modification.
package struct ExtendedTimestamp: ExtraField {
  package static let kind: UInt16 = 0x5455

  var flags: UInt8 = 1
  /// Seconds since the start of 1970, in UTC; negative before.
  var modificationTime: UInt32 = 0

  package init() {}

  /// - Parameter modified: nanoseconds since the start of 1970. Nil outside of 1901 to 2038.
  package init?(_ modified: Int64) {
    guard let seconds = Int32(exactly: modified.flooredDivision(by: 1_000_000_000)) else {
      return nil
    }
    modificationTime = UInt32(bitPattern: seconds)
  }

  package mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "flags", &flags)
    guard flags & 1 == 1 else { throw f.error(.invalid("has no time of modification")) }
    try f.littleEndian("modification_time", &modificationTime)
  }

  /// Nanoseconds since the start of 1970.
  package var modified: Int64 { Int64(Int32(bitPattern: modificationTime)) * 1_000_000_000 }
}

/// The times of NTFS, which 7-Zip and Windows write.
package struct NTFSTimes: ExtraField {
  package static let kind: UInt16 = 0x000A

  var reserved: UInt32 = 0
  var tag: UInt16 = 1
  var size: UInt16 = 24
  /// Steps of 100 ns since the start of 1601, in UTC.
  var modificationTime: UInt64 = 0
  var accessTime: UInt64 = 0
  var creationTime: UInt64 = 0

  package init() {}

  package mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.littleEndian("reserved", &reserved)
    try f.littleEndian("tag", &tag)
    try f.littleEndian("size", &size)
    guard tag == 1, size == 24 else { throw f.error(.invalid("has no times")) }
    try f.littleEndian("modification_time", &modificationTime)
    try f.littleEndian("access_time", &accessTime)
    try f.littleEndian("creation_time", &creationTime)
  }

  /// Nanoseconds since the start of 1970; nil if it was not set, or is thousands of years away.
  package var modified: Int64? {
    guard modificationTime > 0, let steps = Int64(exactly: modificationTime) else { return nil }
    let (nanoseconds, overflow) = (steps - 116_444_736_000_000_000).multipliedReportingOverflow(
      by: 100)
    return overflow ? nil : nanoseconds
  }
}

extension Int64 {
  /// Times before 1970 are negative.
  func flooredDivision(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
