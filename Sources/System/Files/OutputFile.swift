import CSystem
package import FieldCoding
import Platform

/// A file that appears under its name when it is complete, or not at all.
///
/// The file has no name until it is committed, so nothing is left of it, however this program ends. On a
/// file system without such files, the file has a hidden name in the same folder. It also has a hidden
/// name for a moment while it replaces another file. Hidden files of a killed program are removed when
/// the same file is written again.
package struct OutputFile: ~Copyable {
  package let path: String
  package let descriptor: Int32
  /// The path that is passed to the system: ``path``, or one in ``folder``.
  private let systemPath: String
  /// The folder that it is written to, if nothing else may be.
  private let folder: OpenFolder?
  /// The hidden name, if it has to have one.
  private let hiddenName: UnfinishedName?
  private var hiddenPath: String? { hiddenName?.path }

  /// - Parameter root: the folder that the file has to be in; missing folders in it are made.
  package init(_ path: String, below root: RootFolder? = nil) throws(SystemError) {
    try self.init(path, in: root?.folder(of: path))
  }

  /// - Parameter folder: the folder of the file, if it is open.
  package init(_ path: String, in folder: OpenFolder?) throws(SystemError) {
    let systemPath = folder?.systemPath(of: path) ?? path
    (descriptor, hiddenName) = try OutputFile.openFile(systemPath, path)
    self.path = path
    self.systemPath = systemPath
    self.folder = folder
    flock(descriptor, LOCK_EX | LOCK_NB)
  }

  private static func openFile(
    _ systemPath: String, _ path: String
  ) throws(SystemError) -> (descriptor: Int32, hiddenName: UnfinishedName?) {
    try refuseSpecial(path, at: systemPath)
    // Strings passed to C live during the call, here and below.
    let unnamed = unsafe system_open_unnamed(HiddenName.folder(of: systemPath), 0o666)
    guard unnamed < 0 else { return (unnamed, nil) }
    HiddenName.removeAbandoned(of: systemPath)
    let hidden = HiddenName.path(of: systemPath)
    var descriptor: Int32 = -1
    let name = try UnfinishedName(hidden) { () throws(SystemError) in
      descriptor = try SystemError.check("\(path) cannot be written") {
        // Variadic C functions count as unsafe; the arguments are what `open` asks for.
        unsafe open(hidden, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      }
    }
    return (descriptor, name)
  }

  /// A file without a name, which is deleted when it is closed.
  package static func temporary() throws(SystemError) -> OutputFile {
    let folder = Environment["TMPDIR"] ?? "/tmp"
    return try SystemError.making("the folder for temporary files, \(folder) (TMPDIR),") {
      () throws(SystemError) in try OutputFile(unnamedIn: folder)
    }
  }

  private init(unnamedIn folder: String) throws(SystemError) {
    path = folder + "/boxwalk"
    let hidden: UnfinishedName?
    (descriptor, hidden) = try OutputFile.openFile(path, path)
    // A string passed to C is valid during the call.
    if let hidden { unsafe unlink(hidden.path) }
    (systemPath, self.folder, hiddenName) = (path, nil, nil)
  }

  /// A path that leads to the file while it is open and has no name.
  package var openPath: String {
    #if canImport(Darwin)
      hiddenPath ?? path
    #else
      "/proc/self/fd/\(descriptor)"
    #endif
  }

  deinit {
    closeWithLock(descriptor)
    // A string passed to C is valid during the call.
    if let hiddenPath { unsafe unlink(hiddenPath) }
  }

  /// Throws for a device or a pipe, which no file replaces.
  ///
  /// - Parameter systemPath: the path that is passed to the system, if it is another one.
  package static func refuseSpecial(
    _ path: String, at systemPath: String? = nil
  ) throws(SystemError) {
    var status = stat()
    // `status` outlives the call, which fills it.
    guard unsafe stat(systemPath ?? path, &status) == 0 else { return }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFDIR else {
      throw SystemError(what: "\(path) is not a regular file, and cannot be replaced", code: 0)
    }
  }

  /// The maximum size of files that this process writes; nil if there is no limit.
  package static var largestSize: UInt64? {
    var limit = rlimit()
    // The name of a limit is of another type in each library; `limit` outlives the call, which fills it.
    #if canImport(Glibc)
      let isRead = unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
    #else
      let isRead = unsafe getrlimit(RLIMIT_FSIZE, &limit) == 0
    #endif
    return isRead && limit.rlim_max < UInt64(Int64.max) ? UInt64(limit.rlim_max) : nil
  }

  /// The number in the first eight bytes of an open file, the lowest byte first. Another process writes it;
  /// it is 0 until then.
  package static func number(in descriptor: Int32) -> UInt64 {
    var number: UInt64 = 0
    // The number outlives the call, which fills its eight bytes.
    let count = unsafe withUnsafeMutableBytes(of: &number) { bytes in
      unsafe pread(descriptor, bytes.baseAddress, bytes.count, 0)
    }
    return count == 8 ? UInt64(littleEndian: number) : 0
  }

  /// The bytes that were written, for reading.
  package func source() throws(ByteSourceError) -> ByteSource {
    try ByteSource(
      mapping: descriptor, path: path, holes: holes(in: descriptor), isWatched: false)
  }

  /// Returns what `body` makes of the bytes that were written. If some of them cannot be read again, that is the error,
  /// whatever `body` makes of the zeros instead of them.
  package func withBytes<Value, Failure: Error>(
    _ body: (Bytes) throws(Failure) -> Value
  ) throws(SystemError) -> Result<Value, Failure> {
    let source: ByteSource
    do throws(ByteSourceError) { source = try self.source() } catch {
      throw .notReadAgain(error.reason.text)
    }
    return try source.withBytes(body)
  }

  /// Flushes the bytes to the disk, and gives the file its name. It throws if bytes of an input could not be read, and
  /// were zeros instead.
  ///
  /// - Parameters:
  ///   - otherPath: another name on the same file system.
  ///   - replacing: whether an existing file of that name is replaced; otherwise it is an error.
  ///   - isSynced: false if the caller flushes many files at once.
  ///   - inputs: the paths of the files that it was made of; nil for every file that this process has mapped, where it
  ///     makes one output at a time.
  package func commit(
    as otherPath: String? = nil, replacing: Bool, isSynced: Bool = true, of inputs: [String]?
  ) throws(SystemError) {
    if isSynced { try Files.sync(descriptor, path) }
    try SystemError.requireRead(inputs)
    try name(otherPath ?? systemPath, replacing: replacing)
  }

  /// Replaces `original` if it is still at its path and has not changed since it had `state`. A file of another program
  /// is kept.
  ///
  /// Both files exchange their names, so the file that was there at that moment can be checked before it is removed.
  package func commit(
    inPlaceOf original: borrowing OpenFile, as state: FileState
  ) throws(SystemError) {
    let (descriptor, path) = (descriptor, path)
    try Files.sync(descriptor, path)
    try EndSignals.undisturbed { () throws(SystemError) in
      try exchange(with: original, as: state)
    }
  }

  private func exchange(
    with original: borrowing OpenFile, as state: FileState
  ) throws(SystemError) {
    let (descriptor, path, systemPath) = (descriptor, path, systemPath)
    var hidden = hiddenPath ?? ""
    if hiddenPath == nil {
      HiddenName.removeAbandoned(of: systemPath)
      hidden = HiddenName.path(of: systemPath)
      try SystemError.check(path) { unsafe system_give_name(descriptor, hidden) }
    }
    do throws(SystemError) {
      try OutputFile.requireUnchanged(systemPath, original) { (file) throws(SystemError) in
        try file.state() == state
      }
    } catch {
      unsafe unlink(hidden)
      throw error
    }
    guard unsafe system_exchange(hidden, systemPath) == 0 else {
      var error = SystemError(what: path, code: errno)
      // Some file systems cannot exchange names. Very little time passes between the check and this call.
      if [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(error.code) {
        if unsafe rename(hidden, systemPath) == 0 { return }
        error.code = errno
        // A file system can fail after it has removed the original.
        if error.code != ENOENT, BytePath(Array(systemPath.utf8)).isMissing {
          throw SystemError(
            what: "\(path) is gone, and its new content is beside it, as \(hidden.lastPathName)",
            code: error.code)
        }
      }
      unsafe unlink(hidden)
      throw error.code == ENOENT ? .changed : error
    }
    do throws(SystemError) {
      // The exchange of names has set the time of the last change.
      try OutputFile.requireUnchanged(hidden, original) { (file) throws(SystemError) in
        try file.stamp() == state.stamp
      }
    } catch {
      _ = unsafe system_exchange(hidden, systemPath)
      unsafe unlink(hidden)
      throw error
    }
    for _ in 0..<2 where unsafe unlink(hidden) == 0 || errno == ENOENT { return }
    throw SystemError(
      what:
        "\(path) was changed, but its former content is still beside it, as \(hidden.lastPathName)",
      code: errno)
  }

  /// Throws if the file at a path is not the original, or not as it was read, or if the system cannot tell.
  private static func requireUnchanged(
    _ path: String, _ original: borrowing OpenFile,
    _ isAsRead: (borrowing OpenFile) throws(SystemError) -> Bool
  ) throws(SystemError) {
    let there: OpenFile
    do throws(SystemError) { there = try OpenFile.reading(path, followsLink: false) } catch {
      throw [ENOENT, ENOTDIR, ELOOP].contains(error.code) ? .changed : error
    }
    guard try isAsRead(there), try there.isSame(as: original) else { throw .changed }
  }

  /// - Parameter path: the path that is passed to the system.
  private func name(_ path: String, replacing: Bool) throws(SystemError) {
    let (descriptor, hiddenPath) = (descriptor, hiddenPath)
    // The path in a folder that is open is no name for people.
    let shown = path == systemPath ? self.path : path
    guard let hiddenPath else {
      if unsafe system_give_name(descriptor, path) == 0 { return }
      guard replacing, errno == EEXIST else { throw SystemError(what: shown, code: errno) }
      HiddenName.removeAbandoned(of: path)
      // Only renaming replaces a file, and only a file with a name can be renamed.
      let hidden = HiddenName.path(of: path)
      return try EndSignals.undisturbed { () throws(SystemError) in
        try SystemError.check(shown) { unsafe system_give_name(descriptor, hidden) }
        do throws(SystemError) {
          try SystemError.check(shown) { unsafe rename(hidden, path) }
        } catch {
          unsafe unlink(hidden)
          throw error
        }
      }
    }
    if replacing {
      try SystemError.check(shown) { unsafe rename(hiddenPath, path) }
    } else {
      // Some file systems need several steps for it.
      try EndSignals.undisturbed { () throws(SystemError) in
        _ = try SystemError.check(shown) { unsafe system_rename_exclusive(hiddenPath, path) }
      }
    }
  }
}

extension OutputFile {
  /// Appends bytes. It throws if they belong to a file that can no longer be read.
  package func write(_ bytes: Bytes) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      // The pointer is good during the call.
      let count = unsafe rest.withUnsafeBytes { bytes in unsafe systemWrite(descriptor, bytes) }
      rest = try remaining(rest, after: count, path)
    }
    if let problem = bytes.source.problem { throw .unread(problem) }
  }

  /// Writes a composed file. Bytes of `original` are copied from file to file without the memory of this process; holes
  /// stay holes.
  ///
  /// It throws if `original` can no longer be read.
  ///
  /// - Parameter progress: gets the number of bytes that are done.
  package func write(
    _ written: ByteWriter, of original: ByteSource, in file: borrowing OpenFile,
    progress: (Int) -> Void = { _ in }
  ) throws(SystemError) {
    do throws(SystemError) {
      try writeSegments(written, of: original, in: file, progress)
    } catch {
      throw original.problem.map { .unread($0) } ?? error
    }
    if let problem = original.problem ?? written.problem { throw .unread(problem) }
  }

  /// Writes a composed file. It throws if the files that it was composed of can no longer be read.
  package func write(_ written: ByteWriter) throws(SystemError) {
    for segment in written.segments {
      switch segment {
      case .new(let bytes): try write(Bytes(bytes))
      case .copy(let bytes): try write(bytes)
      }
    }
    if let problem = written.problem { throw .unread(problem) }
  }

  private func writeSegments(
    _ written: ByteWriter, of original: ByteSource, in file: borrowing OpenFile,
    _ progress: (Int) -> Void
  ) throws(SystemError) {
    let (descriptor, path) = (descriptor, path)
    try SystemError.check(path) { ftruncate(descriptor, off_t(written.count)) }
    var position = 0
    // Short segments are written together.
    var short: [UInt8] = []
    for segment in written.segments {
      let isShort = segment.count < ByteWriter.worthSegment
      if !isShort || short.count >= 1 << 20 {
        try write(Bytes(short), at: position - short.count)
        short.removeAll(keepingCapacity: true)
      }
      switch segment {
      case .new(let bytes) where isShort: short += bytes
      case .new(let bytes): try write(Bytes(bytes), at: position)
      case .copy(let bytes) where isShort && bytes.source === original:
        bytes.fetch()
        try read(bytes.range, of: file, original, into: &short)
      case .copy(let bytes) where isShort: short += bytes
      case .copy(let bytes) where bytes.source === original:
        bytes.fetch()
        try copy(bytes.range, of: file, original, to: position, progress)
      case .copy(let bytes): try write(bytes, at: position)
      }
      position += segment.count
      progress(position)
    }
    try write(Bytes(short), at: position - short.count)
  }

  /// Reads bytes without mapping them, so that they do not stay in memory.
  private func read(
    _ range: Range<Int>, of file: borrowing OpenFile, _ original: ByteSource,
    into buffer: inout [UInt8]
  ) throws(SystemError) {
    var position = range.lowerBound
    while position < range.upperBound {
      let start = buffer.count
      buffer += OutputFile.zeros.prefix(range.upperBound - position)
      let wanted = buffer.count - start
      // The array has the size that is stated.
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe pread(
          file.descriptor, bytes.baseAddress?.advanced(by: start), wanted, off_t(position))
      }
      buffer.removeLast(wanted - max(0, count))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let error = SystemError(what: "the file that is copied", code: count < 0 ? errno : EIO)
        original.noteUnreadable(at: position)
        throw error
      }
      position += count
    }
  }

  /// The buffer for reading.
  private static let zeros = [UInt8](repeating: 0, count: 1 << 16)

  /// Writes bytes at an offset.
  package func write(_ bytes: Bytes, at offset: Int) throws(SystemError) {
    try Files.write(bytes, to: descriptor, at: offset, path)
  }

  /// Copies the data in a range; its holes are kept.
  private func copy(
    _ range: Range<Int>, of file: borrowing OpenFile, _ original: ByteSource, to target: Int,
    _ progress: (Int) -> Void
  ) throws(SystemError) {
    var position = range.lowerBound
    while position < range.upperBound {
      var end = range.upperBound
      let start = system_data_start(file.descriptor, Int64(position))
      if start >= 0 {
        position = max(position, Int(start))
        let dataEnd = system_data_end(file.descriptor, Int64(position))
        if dataEnd > 0 { end = min(end, Int(dataEnd)) }
      } else if errno == ENXIO {
        return
      }
      while position < end {
        position += try copySome(
          position..<end, of: file, original, to: target + position - range.lowerBound)
        progress(target + position - range.lowerBound)
      }
    }
  }

  /// The number of bytes that were copied.
  private func copySome(
    _ range: Range<Int>, of file: borrowing OpenFile, _ original: ByteSource, to target: Int
  ) throws(SystemError) -> Int {
    let count = min(range.count, 64 << 20)
    let copied = system_copy(
      file.descriptor, Int64(range.lowerBound), descriptor, Int64(target), count)
    if copied > 0 { return Int(copied) }
    if copied < 0, errno == ENOSPC || errno == EFBIG || errno == EDQUOT {
      throw SystemError(what: path, code: errno)
    }
    // Not every pair of file systems supports this, and it does not say which of the two files has an error.
    let part = range.prefix(1 << 20)
    var buffer: [UInt8] = []
    try read(part, of: file, original, into: &buffer)
    try write(Bytes(buffer), at: target)
    return part.count
  }

  /// Restricts the access to the file to those who also have access according to `mode`. Its owner may read it.
  package func restrict(to mode: UInt16) throws(SystemError) {
    let (descriptor, path) = (descriptor, path)
    var status = stat()
    // `status` outlives the call, which fills it.
    try SystemError.check(path) { unsafe fstat(descriptor, &status) }
    try setMode(status.st_mode & (mode_t(mode) | 0o400) & 0o777)
  }

  /// Copies everything from the other file besides its bytes: owner (if this is allowed), mode, extended attributes and
  /// times.
  package func takeAttributes(of file: borrowing OpenFile) throws(SystemError) {
    let (descriptor, path, source) = (descriptor, path, file.descriptor)
    var status = stat()
    // `status` outlives the call, which fills it.
    try SystemError.check(path) { unsafe fstat(source, &status) }
    // Only root may change the owner; for other users, the new file belongs to them.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    try setMode(status.st_mode & 0o7777)
    system_copy_attributes(source, descriptor)
    try file.times().set(descriptor, path)
  }

  /// Sets the mode, if files have one on this file system: nothing else forbids it to who made the file.
  private func setMode(_ mode: mode_t) throws(SystemError) {
    guard fchmod(descriptor, mode) != 0 else { return }
    let error = SystemError(what: path, code: errno)
    if !error.isNotPossible { throw error }
  }
}

/// Writes bytes at an offset of an open file. It throws if they belong to a file that can no longer be read.
func write(
  _ bytes: Bytes, to descriptor: Int32, at offset: Int, _ path: String
) throws(SystemError) {
  var rest = bytes
  while !rest.isEmpty {
    let position = offset + bytes.count - rest.count
    // The pointer is good during the call.
    let count = unsafe rest.withUnsafeBytes { bytes in
      unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(position))
    }
    rest = try remaining(rest, after: count, path)
  }
  if let problem = bytes.source.problem { throw .unread(problem) }
}

/// The bytes that are left to write; throws if nothing could be written.
private func remaining(
  _ bytes: Bytes, after count: Int, _ path: String
) throws(SystemError) -> Bytes {
  if count < 0, errno == EINTR { return bytes }
  guard count > 0, let rest = bytes.part(count..<bytes.count) else {
    let error = SystemError(what: path, code: errno)
    // The system could not read the first of them from its file.
    if error.code == EFAULT { bytes.source.noteUnreadable(at: bytes.range.lowerBound) }
    throw bytes.source.problem.map { .unread($0) } ?? error
  }
  return rest
}

/// `write(2)`. Our own methods have the same name.
package func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  // The buffer belongs to the caller, and has the stated size.
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
