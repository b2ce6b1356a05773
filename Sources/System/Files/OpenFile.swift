import CSystem
package import FieldCoding
import Platform

/// An open file descriptor, which is closed at the end of its scope.
package struct OpenFile: ~Copyable {
  package let descriptor: Int32

  package init(owning descriptor: Int32) { self.descriptor = descriptor }

  /// Rewinds a file that was written, and truncates it; not one that is only open for reading.
  package static func startOver(_ descriptor: Int32) {
    guard fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY else { return }
    lseek(descriptor, 0, Int32(SEEK_SET))
    _ = ftruncate(descriptor, 0)
  }

  /// The same open file once more.
  package init(copying descriptor: Int32) throws(SystemError) {
    self.descriptor = try SystemError.check("file") { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
  }

  deinit { close(descriptor) }

  /// The descriptor, which is the caller's to close.
  package consuming func released() -> Int32 {
    let descriptor = descriptor
    discard self
    return descriptor
  }

  /// - Parameters:
  ///   - waitsForPipe: whether opening a pipe waits for a writer.
  ///   - followsLink: whether a symbolic link is opened as the file to which it leads.
  package static func reading(
    _ path: String, waitsForPipe: Bool = false, followsLink: Bool = true
  ) throws(SystemError) -> OpenFile {
    let flags =
      O_RDONLY | O_CLOEXEC | (waitsForPipe ? 0 : O_NONBLOCK) | (followsLink ? 0 : O_NOFOLLOW)
    return OpenFile(
      owning: try SystemError.opening { () throws(ByteSourceError) in
        try openForReading(path, flags)
      })
  }

  /// Its bytes, which stay when the descriptor is closed.
  package func source(_ path: String) throws(ByteSourceError) -> ByteSource {
    try ByteSource(mapping: descriptor, path: path, holes: holes(in: descriptor))
  }

  /// Fetches all bytes of a remote file, for code that reads it by its descriptor.
  package func fetch() throws(SystemError) {
    let supply: (any ByteSupply)?
    do throws(ByteSourceError) { supply = try SuppliedFiles.supply(of: descriptor) } catch {
      throw SystemError(what: error.reason.text, code: 0)
    }
    guard let supply else { return }
    supply.fetch(0..<supply.count)
    if let problem = supply.problem { throw .unread(problem) }
  }

  /// Throws if the system cannot read all bytes. It reads them: after a library has failed without saying why.
  package func requireReadable() throws(SystemError) {
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    var position = 0
    while true {
      // The array has the size that is stated.
      let count = unsafe pread(descriptor, &piece, piece.count, off_t(position))
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw SystemError(what: "cannot be read at byte \(position)", code: errno) }
      if count == 0 { return }
      position += count
    }
  }

  /// Whether both are the same file.
  package func isSame(as other: borrowing OpenFile) throws(SystemError) -> Bool {
    let (first, second) = (descriptor, other.descriptor)
    var (a, b) = (stat(), stat())
    // Both outlive the calls, which fill them.
    try SystemError.check("file") { unsafe fstat(first, &a) }
    try SystemError.check("file") { unsafe fstat(second, &b) }
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino
  }

  /// Locks the file for edits of this program. It throws if another one has locked it. File systems without locks have
  /// none.
  package func lock() throws(SystemError) {
    guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
    throw SystemError(what: "is being changed by another program", code: ESTALE)
  }

  package func unlock() { flock(descriptor, LOCK_UN) }

  /// The number of hard links of the file.
  package func nameCount() throws(SystemError) -> Int {
    var status = stat()
    // `status` outlives the call, which fills it.
    try SystemError.check("file") { unsafe fstat(descriptor, &status) }
    return Int(status.st_nlink)
  }

  /// The permissions of the file: the lowest nine bits of its mode.
  package func permissions() throws(SystemError) -> UInt16 {
    var status = stat()
    // `status` outlives the call, which fills it.
    try SystemError.check("file") { unsafe fstat(descriptor, &status) }
    return UInt16(status.st_mode & 0o777)
  }

  /// Returns when the bytes of the file are on the disk.
  package func sync() throws(SystemError) { try Files.sync(descriptor, "file") }

  /// The access and modification times of the file, and its creation time.
  package func times() throws(SystemError) -> FileTimes {
    var status = stat()
    // `status` outlives the call, which fills it.
    try SystemError.check("file times") { unsafe fstat(descriptor, &status) }
    #if canImport(Darwin)
      return FileTimes(
        access: status.st_atimespec, modification: status.st_mtimespec,
        birth: status.st_birthtimespec)
    #else
      return FileTimes(access: status.st_atim, modification: status.st_mtim)
    #endif
  }
}

/// Returns when the bytes of an open file are on the disk. It is no failure if the file system cannot tell.
func sync(_ descriptor: Int32, _ path: String) throws(SystemError) {
  do throws(SystemError) { try SystemError.check(path) { fsync(descriptor) } } catch {
    if ![EINVAL, ENOSYS, ENOTSUP].contains(error.code) { throw error }
  }
}

/// Renames a file, unless the new name exists.
package func rename(_ path: String, to newPath: String) throws(SystemError) {
  // Strings passed to C are valid during the call.
  try SystemError.check(newPath) { unsafe system_rename_exclusive(path, newPath) }
}

/// Removes a file.
package func remove(_ path: String) throws(SystemError) {
  try SystemError.check(path) { unsafe unlink(path) }
}

/// Throws if the file at a path may not be changed.
package func requireWritable(_ path: String) throws(SystemError) {
  // A string passed to C is valid during the call.
  try SystemError.check("cannot be written") { unsafe access(path, W_OK) }
}

/// Whether a process has a file open for writing. False, too, where the system does not tell: for
/// files of other users, and of other machines.
package func isOpenForWriting(_ path: String) throws(SystemError) -> Bool {
  let file = try OpenFile.reading(path)
  return system_is_written(file.descriptor) != 0
}

/// The path of the file that `path` refers to, without symbolic links; nil if there is no file. It throws
/// if the system does not tell.
package func pathWithoutLinks(_ path: String) throws(SystemError) -> String? {
  // We have to free the string, and the path exists during the call.
  guard let real = unsafe realpath(path, nil) else {
    try SystemError.requireMissing(path)
    return nil
  }
  defer { unsafe free(real) }
  return unsafe String(cString: real)
}

/// The path of the file to which a path leads, which is no symbolic link itself. The folders on the way may be links:
/// the whole path without any may be longer than the system takes. Nil if nothing is there.
package func pathBehindLink(_ path: String) throws(SystemError) -> String? {
  var path = path
  // As many links as the system follows.
  for _ in 0..<40 {
    guard let status = try BytePath(Array(path.utf8)).status() else { return nil }
    guard status.kind == .link else { return path }
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    // The array has the size that is stated, and the string exists during the call.
    let count = try SystemError.check(path) {
      unsafe Int32(readlink(path, &target, target.count))
    }
    let name = String(decoding: target.prefix(Int(count)), as: UTF8.self)
    path = name.isAbsolutePath ? name : HiddenName.folder(of: path).asFolder + name
  }
  throw SystemError(what: path, code: ELOOP)
}

/// Whether two paths refer to one file. It throws if the system does not tell.
package func isSameFile(_ a: String, _ b: String) throws(SystemError) -> Bool {
  var found: [stat] = []
  guard !SuppliedFiles.contains(a), !SuppliedFiles.contains(b) else { return a == b }
  for path in [a, b] {
    var status = stat()
    // `status` outlives the call, which fills it.
    guard unsafe stat(path, &status) == 0 else {
      try SystemError.requireMissing(path)
      return false
    }
    found.append(status)
  }
  guard found[0].st_dev == found[1].st_dev else { return false }
  if found[0].st_ino == found[1].st_ino { return true }
  // Where files have no numbers of their own, as on exFAT by FUSE, each spelling of a name has another one.
  guard FileStamp(found[0]) == FileStamp(found[1]) else { return false }
  return try pathWithoutLinks(a)?.lowercased() == pathWithoutLinks(b)?.lowercased()
}

/// Whether two names of files are one that two file systems show, as an overlay and its upper folder do. No number tells
/// that: a file is made in one folder, and looked for in the other.
package func isSeenTwice(_ a: String, _ b: String) throws(SystemError) -> Bool {
  guard a.lastPathName.lowercased() == b.lastPathName.lowercased(),
    !SuppliedFiles.contains(a), !SuppliedFiles.contains(b),
    let first = try BytePath(Array(a.utf8)).status(),
    let second = try BytePath(Array(b.utf8)).status(),
    first.kind == .file, second.kind == .file, first.size == second.size,
    try !isSameFile(HiddenName.folder(of: a), HiddenName.folder(of: b))
  else { return false }
  // One of the folders may not be writable.
  do throws(SystemError) { return try isMadeInBoth(b, a) } catch {
    return try isMadeInBoth(a, b)
  }
}

/// Whether a file that is made beside one file is beside the other, too.
private func isMadeInBoth(_ a: String, _ b: String) throws(SystemError) -> Bool {
  let hidden = HiddenName.path(of: a)
  var descriptor: Int32 = -1
  let made = try UnfinishedName(hidden) { () throws(SystemError) in
    descriptor = try SystemError.check(a) {
      // Variadic C functions count as unsafe; the arguments are what `open` asks for.
      unsafe open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
  }
  defer {
    close(descriptor)
    // A string passed to C is valid during the call.
    unsafe unlink(made.path)
  }
  return try BytePath(Array((HiddenName.folder(of: b) + hidden.lastPathName).utf8)).status() != nil
}

/// Whether two paths lead to one name of a file, so that the file is gone at both if it is removed at one. Hard links are
/// two names.
package func isSameName(_ a: String, _ b: String) throws(SystemError) -> Bool {
  guard try isSameFile(a, b) else { return try isSeenTwice(a, b) }
  guard try OpenFile.reading(a).nameCount() > 1 else { return true }
  let (first, second) = (BytePath(Array(a.utf8)), BytePath(Array(b.utf8)))
  return try isSameFile(first.folder.description, second.folder.description)
    && a.lastPathName.lowercased() == b.lastPathName.lowercased()
}

/// Extended attributes, which not every file system has.
extension OpenFile {
  /// An attribute of the file; nil if it has none of that name that can be read.
  package func attribute(_ name: String) -> [UInt8]? {
    var value = [UInt8](repeating: 0, count: 1 << 16)
    // The string and the array are valid during the call, which fills at most the stated size.
    let count = unsafe system_attribute(descriptor, name, &value, value.count)
    return count >= 0 ? Array(value.prefix(Int(count))) : nil
  }

  /// Sets an attribute of the file, where that is possible.
  package func setAttribute(_ name: String, _ value: [UInt8]) {
    // The string and the array are valid during the call.
    _ = unsafe system_set_attribute(descriptor, name, value, value.count)
  }
}

/// A part of an open file, for comparisons that need little memory at a time.
package struct OpenFilePart {
  let descriptor: Int32
  let offset: Int

  package init(of file: borrowing OpenFile, at offset: Int = 0) {
    descriptor = file.descriptor
    self.offset = offset
  }

  package init(of file: borrowing OutputFile, at offset: Int = 0) {
    descriptor = file.descriptor
    self.offset = offset
  }

  /// Whether these bytes are at `position` of the part.
  package func has(_ bytes: Bytes, at position: Int) throws(SystemError) -> Bool {
    var buffer: [UInt8] = []
    try read(&buffer, bytes.count, at: position)
    // Both live during the call, and have as many bytes as are compared.
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe OpenFilePart.isEqual(bytes, buffer)
    }
  }

  /// Whether `count` bytes exist, and are the same in both.
  package func isSame(as other: OpenFilePart, count: Int) throws(SystemError) -> Bool {
    var (mine, others): ([UInt8], [UInt8]) = ([], [])
    var position = 0
    while position < count {
      let piece = min(count - position, 1 << 20)
      try read(&mine, piece, at: position)
      try other.read(&others, piece, at: position)
      // The array is valid during the call.
      let isSame = unsafe mine.withUnsafeBytes { unsafe OpenFilePart.isEqual($0, others) }
      guard isSame, mine.count == piece else { return false }
      position += piece
    }
    return true
  }

  private static func isEqual(_ a: UnsafeRawBufferPointer, _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    guard let start = a.baseAddress else { return true }
    // Both have as many bytes as are compared.
    return unsafe memcmp(start, b, b.count) == 0
  }

  /// Reads `count` bytes, or fewer at the end of the file.
  private func read(
    _ buffer: inout [UInt8], _ count: Int, at position: Int
  ) throws(SystemError) {
    if buffer.count != count { buffer = [UInt8](repeating: 0, count: count) }
    var done = 0
    while done < count {
      let start = off_t(offset + position + done)
      let some = unsafe buffer.withUnsafeMutableBytes { bytes in
        // The buffer has the room that is stated.
        unsafe pread(descriptor, bytes.baseAddress.map { unsafe $0 + done }, count - done, start)
      }
      if some < 0, errno == EINTR { continue }
      guard some >= 0 else { throw SystemError(what: "the file that is compared", code: errno) }
      if some == 0 { break }
      done += some
    }
    buffer.removeLast(count - done)
  }
}

/// The ranges of an open file that have no data on the disk, and read as zeros; empty if they are unknown.
///
/// - Parameter limit: the most ranges that are searched for.
func holes(in descriptor: Int32, limit: Int = 4096) -> [Range<Int>] {
  var status = stat()
  // `status` outlives the call, which fills it.
  guard unsafe fstat(descriptor, &status) == 0 else { return [] }
  let count = Int(status.st_size)
  var holes: [Range<Int>] = []
  var position = 0
  while position < count, holes.count < limit {
    let start = Int(system_data_start(descriptor, Int64(position)))
    guard start >= 0 else {
      if errno == ENXIO { holes.append(position..<count) }
      break
    }
    if start > position { holes.append(position..<min(start, count)) }
    let end = Int(system_data_end(descriptor, Int64(start)))
    guard end > start else { break }
    position = end
  }
  return holes
}

/// Whether a folder is on a disk, or on a partition of it. False if the system cannot tell.
///
/// - Parameter disk: the path of a device; for other paths the result is false.
package func isOnDisk(_ folder: String, _ disk: String) throws(SystemError) -> Bool {
  var (device, folderStatus) = (stat(), stat())
  // Both outlive the calls, which fill them.
  try SystemError.check(disk) { unsafe stat(disk, &device) }
  try SystemError.check(folder) { unsafe stat(folder, &folderStatus) }
  guard device.st_mode & S_IFMT == S_IFBLK else { return false }
  if device.st_rdev == folderStatus.st_dev { return true }
  // Linux lists a part of a disk in the folder of the disk.
  let number = UInt64(truncatingIfNeeded: folderStatus.st_dev)
  let (major, minor) = (number >> 8 & 0xFFF, number & 0xFF | number >> 12 & 0xFFF00)
  let listed = try pathWithoutLinks("/sys/dev/block/\(major):\(minor)")
  let name = (try pathWithoutLinks(disk) ?? disk).splitAtName.name
  return listed?.pathNames.contains { $0 == name } ?? false
}

extension ByteSource {
  /// Returns what `body` makes of the bytes of a file that was written. If some of them cannot be read again, that is the
  /// error, whatever `body` makes of the zeros instead of them.
  package func withBytes<Value, Failure: Error>(
    _ body: (Bytes) throws(Failure) -> Value
  ) throws(SystemError) -> Result<Value, Failure> {
    let result = Result { () throws(Failure) in try body(bytes) }
    if let problem { throw .notReadAgain(problem) }
    return result
  }
}
