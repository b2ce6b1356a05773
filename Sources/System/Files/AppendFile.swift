import CSystem
import Platform

/// A file to whose end lines are written, each at once, by any number of threads.
package final class AppendFile: Sendable {
  package let path: String
  private let descriptor: Int32

  /// Creates the file if it is missing.
  ///
  /// - Parameter root: the folder that the file has to be in; missing folders in it are made.
  package init(_ path: String, below root: RootFolder? = nil) throws(SystemError) {
    self.path = path
    let folder = try root?.folder(of: path)
    let systemPath = folder?.systemPath(of: path) ?? path
    descriptor = try withExtendedLifetime(folder) { () throws(SystemError) in
      try SystemError.check(path) {
        // Variadic C functions count as unsafe; the arguments are what `open` asks for.
        unsafe open(systemPath, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o666)
      }
    }
  }

  deinit { closeWithLock(descriptor) }

  package var size: Int {
    var status = stat()
    // `status` outlives the call, which fills it.
    guard unsafe fstat(descriptor, &status) == 0 else { return 0 }
    return Int(status.st_size)
  }

  /// Ends the last line, if it has no end.
  package func endLine() throws(SystemError) {
    var byte = UInt8(ascii: "\n")
    let size = size
    guard size > 0 else { return }
    // `byte` outlives the call, which fills it.
    try SystemError.check(path) { unsafe Int32(pread(descriptor, &byte, 1, off_t(size - 1))) }
    if byte != UInt8(ascii: "\n") { try append([UInt8(ascii: "\n")]) }
  }

  /// The line that starts at a byte of the file, without its end.
  package func line(at offset: Int) throws(SystemError) -> [UInt8] {
    var line: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1024)
    while true {
      // The array has the size that is stated.
      let count = unsafe pread(descriptor, &piece, piece.count, off_t(offset + line.count))
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw SystemError(what: path, code: errno) }
      if count == 0 { return line }
      if let end = piece[..<count].firstIndex(of: UInt8(ascii: "\n")) {
        return line + piece[..<end]
      }
      line += piece[..<count]
    }
  }

  /// Locks the file until this object is destroyed, if its file system has locks. False if another process has the lock.
  ///
  /// The file may have been removed before it was locked; then others do not see it.
  package func lock() throws(SystemError) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }
    var status = stat()
    // `status` outlives the call, which fills it.
    try SystemError.check(path) { unsafe fstat(descriptor, &status) }
    return status.st_nlink > 0
  }

  package func append(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // The pointer is good during the call.
      let count = unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError(what: path, code: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Returns when the written data is on the disk.
  package func sync() throws(SystemError) {
    try Files.sync(descriptor, path)
  }

  /// Returns when all that was written to the file system of this file is on the disk.
  package func syncFileSystem() throws(SystemError) {
    try SystemError.check(path) { system_sync(descriptor) }
  }
}

/// Closes a file that is locked. A process that was just made, and has not begun its program yet, still
/// has it open: the lock would go only with that.
func closeWithLock(_ descriptor: Int32) {
  flock(descriptor, LOCK_UN)
  close(descriptor)
}
