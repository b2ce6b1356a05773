import CSystem
import FieldCoding
import Platform

/// A path as bytes, as in the system: a `String` cannot hold bytes that are not UTF-8.
package struct BytePath: Sendable, Hashable {
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The path with a zero byte at its end. The system would ignore bytes after a zero byte, so the path has
  /// none.
  var zeroTerminated: [CChar] {
    bytes.filter { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
  }

  /// The path for messages.
  package var description: String { String(decoding: bytes, as: UTF8.self) }

  /// The kind of file at the path; a symbolic link is not followed.
  package struct Status: Sendable, Hashable {
    package enum Kind: Sendable { case file, folder, link, other }
    package var kind: Kind
    package var size: Int64
    /// Nanoseconds since the start of 1970.
    package var modified: Int64
    package var inode: UInt64
    package var device: UInt64
    /// Whether the system told more than the kind when the folder was listed.
    package var isKnown: Bool { inode != 0 }

    fileprivate init(_ entry: system_entry) {
      switch unsafe UInt8(bitPattern: entry.kind) {
      case UInt8(ascii: "f"): kind = .file
      case UInt8(ascii: "d"): kind = .folder
      case UInt8(ascii: "l"): kind = .link
      default: kind = .other
      }
      // Numbers, which are safe to read.
      size = unsafe entry.size
      modified = unsafe entry.modified_nanoseconds
      inode = unsafe entry.inode
      device = unsafe entry.device
    }
  }

  /// The status of the file at the path; nil if nothing is there. It throws if the system cannot tell.
  package func status() throws(SystemError) -> Status? {
    var entry = unsafe system_entry()
    // The array and the structure are valid during the call.
    if unsafe system_status(zeroTerminated, &entry) == 0 { return unsafe Status(entry) }
    try SystemError.requireMissing(description)
    return nil
  }

  /// Whether it is certain that nothing is at the path.
  package var isMissing: Bool {
    do throws(SystemError) { return try status() == nil } catch { return false }
  }

  /// The entries of a folder, in the order of the system.
  package func contents() throws(SystemError) -> [(name: [UInt8], status: Status)] {
    var found: [(name: [UInt8], status: Status)] = []
    let folder = try opened(O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // The name and the entry that the function gets exist during the call.
    let result = unsafe withUnsafeMutablePointer(to: &found) { found in
      unsafe system_list(folder.descriptor, found) { context, entry in
        guard let context = unsafe context, let entry = unsafe entry?.pointee,
          let name = unsafe entry.name
        else { return }
        let bytes = unsafe UnsafeRawBufferPointer(start: name, count: strlen(name))
        unsafe context.assumingMemoryBound(to: [(name: [UInt8], status: Status)].self).pointee
          .append((Array(bytes), Status(entry)))
      }
    }
    guard result == 0 else { throw SystemError(what: description, code: errno) }
    return found
  }

  /// Opens a regular file for reading. Opening a pipe would wait for a writer.
  package func reading() throws(SystemError) -> OpenFile {
    try opened(O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
  }

  private func opened(_ flags: Int32) throws(SystemError) -> OpenFile {
    let listed = try SystemError.opening { () throws(ByteSourceError) in
      try ListedFolders.descriptor(of: bytes, flags: flags)
    }
    if let listed { return OpenFile(owning: listed) }
    let path = zeroTerminated
    // Variadic C functions count as unsafe; the arguments are what `open` asks for.
    return try OpenFile(owning: SystemError.check(description) { unsafe open(path, flags) })
  }

  /// Moves a file to another path, unless something exists there.
  package func move(to target: BytePath) throws(SystemError) {
    let (from, to) = (zeroTerminated, target.zeroTerminated)
    // The arrays are valid during the call.
    try SystemError.check(target.description) { unsafe system_rename_exclusive(from, to) }
  }

  /// Exchanges the files at both paths at once.
  package func exchange(with other: BytePath) throws(SystemError) {
    let (one, two) = (zeroTerminated, other.zeroTerminated)
    // The arrays are valid during the call.
    try SystemError.check(other.description) { unsafe system_exchange(one, two) }
  }

  /// Makes the folder at this path, and its missing parents. Another thread or program may make some of them meanwhile.
  package func makeFolders() throws(SystemError) {
    var missing: [BytePath] = []
    var path = self
    while !path.bytes.isEmpty, path.folderExists == false {
      missing.append(path)
      guard let slash = path.bytes.lastIndex(of: UInt8(ascii: "/")) else { break }
      path = BytePath(Array(path.bytes[..<slash]))
    }
    for folder in missing.reversed() {
      do throws(SystemError) {
        try MadeFolders.add { () throws(SystemError) in
          try folder.makeFolder()
          return folder
        }
      } catch {
        guard !folder.folderExists else { continue }
        throw error.code == EEXIST
          ? SystemError(what: "\(folder.description) is a file, and a folder is needed", code: 0)
          : SystemError(what: "the folder \(folder.description) cannot be made", code: error.code)
      }
    }
  }

  /// Makes the folder at this path, which must be free.
  package func makeFolder() throws(SystemError) {
    let name = zeroTerminated
    // The array is valid during the call.
    try SystemError.check(description) { unsafe mkdir(name, 0o777) }
  }

  /// Removes a file.
  package func removeFile() throws(SystemError) {
    let name = zeroTerminated
    // The array is valid during the call.
    try SystemError.check(description) { unsafe unlink(name) }
  }

  /// Whether there is a folder, also through a symbolic link.
  private var folderExists: Bool {
    var status = stat()
    // Both are valid during the call.
    return unsafe stat(zeroTerminated, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Removes a folder if it is empty.
  package func removeEmptyFolder() { _ = unsafe rmdir(zeroTerminated) }

  /// The folder in which we are.
  package static func current() -> BytePath? {
    // We have to free the string.
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe BytePath(Array(UnsafeRawBufferPointer(start: path, count: strlen(path))))
  }
}

extension SystemError {
  /// Files can be renamed within one file system only.
  package var isOtherFileSystem: Bool { code == EXDEV }

  /// Something has the name that was asked for.
  package var isTaken: Bool { code == EEXIST }

  /// The operation is not possible on this file system, or for this user.
  package var isNotPossible: Bool {
    [EPERM, EMLINK, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(code)
  }
}
