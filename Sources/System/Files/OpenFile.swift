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
