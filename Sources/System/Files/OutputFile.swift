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
