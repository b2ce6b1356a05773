internal import CLoaded
import FieldCoding

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
