import FieldCoding
import Platform

/// A file without a name, for ranges of another file. It disappears with this process, and takes no space where nothing
/// was written.
package struct ScratchFile: ~Copyable, Sendable {
  private let file: OutputFile
  /// The same file, opened only for reading.
  private let reader: OpenFile

  private init() throws(SystemError) {
    let file = try OutputFile.temporary()
    reader = try ScratchFile.reader(of: file.descriptor)
    self.file = file
  }

  private static func reader(of descriptor: Int32) throws(SystemError) -> OpenFile {
    if let reader = try? OpenFile.reading("/proc/self/fd/\(descriptor)") { return reader }
    // If the system does not allow a file without a name to be opened again, readers get a writable descriptor.
    return try OpenFile(copying: descriptor)
  }

  /// A file without any bytes.
  package static func new() throws(UnfetchedBytes) -> ScratchFile {
    do throws(SystemError) { return try ScratchFile() } catch {
      throw UnfetchedBytes("cannot be stored: \(error)")
    }
  }

  /// The descriptor for writing.
  package var descriptor: Int32 { file.descriptor }
  /// The descriptor for reading.
  package var readingDescriptor: Int32 { reader.descriptor }

  /// Sets the length of the file.
  package func setCount(_ count: Int) throws(SystemError) {
    let descriptor = descriptor
    try SystemError.check("a scratch file of \(counted(count, "byte"))") {
      ftruncate(descriptor, off_t(count))
    }
  }

  /// Sets the modification time of the file to that of the other one.
  package func setTime(_ nanoseconds: Int64) throws(UnfetchedBytes) {
    do throws(SystemError) {
      try FileTimes(nanoseconds: nanoseconds).set(descriptor, "a scratch file")
    } catch {
      throw UnfetchedBytes("cannot be stored: \(error)")
    }
  }
}
