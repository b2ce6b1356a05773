package import SystemAccess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file without a name, in which there are ranges of another one. It is gone with this process, whatever
/// ends it, and takes no room where nothing was written.
package struct ScratchFile: ~Copyable, Sendable {
  private let file: OutputFile
  /// The same file for those who only read it.
  private let reader: OpenFile

  private init() throws(SystemError) {
    let file = try OutputFile.temporary()
    reader = try ScratchFile.reader(of: file.descriptor)
    self.file = file
  }

  private static func reader(of descriptor: Int32) throws(SystemError) -> OpenFile {
    if let reader = try? OpenFile.reading("/proc/self/fd/\(descriptor)") { return reader }
    // Where the system does not let a file without a name be opened again, readers could write it.
    return try OpenFile(copying: descriptor)
  }

  /// A file without any bytes.
  package static func new() throws(MissingBytes) -> ScratchFile {
    do throws(SystemError) { return try ScratchFile() } catch {
      throw MissingBytes("cannot be stored: \(error)")
    }
  }

  /// For those who write to it.
  package var descriptor: Int32 { file.descriptor }
  /// For those who read it.
  package var readingDescriptor: Int32 { reader.descriptor }

  /// Lets the file be so many bytes long.
  package func setCount(_ count: Int) throws(SystemError) {
    let descriptor = descriptor
    try SystemError.check("a scratch file of \(count) bytes") {
      ftruncate(descriptor, off_t(count))
    }
  }

  /// Lets the file have been changed when the other one was.
  package func setTime(_ nanoseconds: Int64) {
    // The time is for people; without it they see another one.
    try? FileTimes(nanoseconds: nanoseconds).set(descriptor, "")
  }
}
