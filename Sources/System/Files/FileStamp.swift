import FieldCoding
package import Platform

/// The size and the modification time with which an unchanged file is recognised.
package struct FileStamp: Sendable, Hashable {
  package var size: Int
  /// Nanoseconds since the start of 1970.
  package var modified: Int64

  package init(size: Int, modified: Int64) {
    self.size = size
    self.modified = modified
  }

  /// The stamp of a file. Nil if there is no regular file. A symbolic link is followed. It throws if the system cannot
  /// tell.
  package init?(_ path: String) throws(SystemError) {
    if SuppliedFiles.contains(path) {
      self = try OpenFile.reading(path).stamp()
      return
    }
    var status = stat()
    // `status` outlives the call, which fills it.
    guard unsafe stat(path, &status) == 0 else {
      try SystemError.requireMissing(path)
      return nil
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    size = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = FileTimes(access: time, modification: time).nanoseconds ?? 0
  }
}

/// The state of an open file, which changes when a program writes to it.
package struct FileState: Sendable, Equatable {
  package let stamp: FileStamp
  /// The time of the last change of its bytes, names or attributes. No program can set this time, so it shows changes
  /// even if the modification time was reset.
  private let changed: (seconds: Int, nanoseconds: Int)

  fileprivate init(_ status: stat) {
    stamp = FileStamp(status)
    #if canImport(Darwin)
      changed = (status.st_ctimespec.tv_sec, status.st_ctimespec.tv_nsec)
    #else
      changed = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
    #endif
  }

  package static func == (a: FileState, b: FileState) -> Bool {
    a.stamp == b.stamp && a.changed == b.changed
  }
}

extension BytePath.Status {
  package var stamp: FileStamp { FileStamp(size: Int(size), modified: modified) }
}

extension OpenFile {
  /// Its current size and time.
  package func stamp() throws(SystemError) -> FileStamp { try state().stamp }

  /// The same, with the time of the last change of any kind.
  package func state() throws(SystemError) -> FileState {
    var status = stat()
    // `status` outlives the call, which fills it.
    try SystemError.check("file") { unsafe fstat(descriptor, &status) }
    return FileState(status)
  }
}

/// Creates a hard link to a file. The new name must be free.
///
/// It throws ``SystemError/changed`` if another file of that name is mapped: then it is not the one that was read.
///
/// - Parameters:
///   - root: the folder that the new name has to be in.
///   - replacing: whether an existing file of that name is removed first.
package func link(
  _ path: String, as newPath: String, below root: RootFolder? = nil, replacing: Bool = false
) throws(SystemError) {
  let file = try OpenFile.reading(path)
  guard MappedFiles.isMapped(file.descriptor, as: path) != false else { throw .changed }
  guard let root else { return try link(file, path, at: newPath, newPath, replacing: replacing) }
  let folder = try root.folder(of: newPath)
  try link(file, path, at: folder.systemPath(of: newPath), newPath, replacing: replacing)
}

private func link(
  _ file: borrowing OpenFile, _ path: String, at systemPath: String, _ newPath: String,
  replacing: Bool
) throws(SystemError) {
  if replacing, try PathKind(systemPath) == .file {
    if try isSameName(path, systemPath) {
      throw SystemError(what: "\(newPath) is the original itself, which is never replaced", code: 0)
    }
    try remove(systemPath)
  }
  #if canImport(Darwin)
    guard let file = try pathWithoutLinks(path) else { throw SystemError(what: path, code: ENOENT) }
    // Strings passed to C are valid during the call.
    try SystemError.check(newPath) { unsafe link(file, systemPath) }
  #else
    let descriptor = file.descriptor
    // Strings passed to C are valid during the call.
    try SystemError.check(newPath) {
      unsafe linkat(
        AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, systemPath, AT_SYMLINK_FOLLOW)
    }
  #endif
}

package struct FileTimes: Sendable {
  package var access: timespec
  package var modification: timespec
  /// The creation time of the file, if the system allows setting it: Linux does not.
  package var birth: timespec?

  package init(access: timespec, modification: timespec, birth: timespec? = nil) {
    self.access = access
    self.modification = modification
    self.birth = birth
  }

  /// One time for both access and modification, in nanoseconds since the start of 1970.
  package init(nanoseconds: Int64) {
    let parts = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let isEarlier = parts.remainder < 0
    let time = timespec(
      tv_sec: Int(parts.quotient) - (isEarlier ? 1 : 0),
      tv_nsec: Int(parts.remainder) + (isEarlier ? 1_000_000_000 : 0))
    self.init(access: time, modification: time)
  }

  /// The modification time, in nanoseconds since the start of 1970; nil if it is out of range.
  package var nanoseconds: Int64? {
    let (product, overflow) = Int64(modification.tv_sec).multipliedReportingOverflow(
      by: 1_000_000_000)
    let (sum, isTooMuch) = product.addingReportingOverflow(Int64(modification.tv_nsec))
    return overflow || isTooMuch ? nil : sum
  }

  /// Sets these times for an open file, if its file system lets who made it set them.
  package func set(_ descriptor: Int32, _ path: String) throws(SystemError) {
    let both = [access, modification]
    // The array has the two elements that `futimens` reads.
    if unsafe futimens(descriptor, both) != 0 {
      let error = SystemError(what: path, code: errno)
      if !error.isNotPossible { throw error }
    }
    #if canImport(Darwin)
      guard var birth else { return }
      var attributes = attrlist()
      attributes.bitmapcount = UInt16(ATTR_BIT_MAP_COUNT)
      attributes.commonattr = attrgroup_t(ATTR_CMN_CRTIME)
      let size = MemoryLayout<timespec>.size
      // Both exist longer than the call, which reads `size` bytes of the second. A file system without such a time
      // refuses the call, which does not harm the file.
      _ = unsafe fsetattrlist(descriptor, &attributes, &birth, size, 0)
    #endif
  }
}
