import CSystem
import FieldCoding
import ISOBMFF
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

extension BytePath {
  /// Moves a file to a path on another file system, unless something exists there.
  ///
  /// It is copied to a file without a name, with its times and attributes. The copy is flushed to the disk, compared,
  /// and named. When its name is on the disk, too, the original is removed. If the program is interrupted, the original
  /// is complete.
  package func moveAcross(to target: BytePath) throws(SystemError) {
    guard let text = String(validating: target.bytes, as: UTF8.self) else {
      throw SystemError(what: "\(target.description), a name that is not UTF-8", code: EINVAL)
    }
    guard let before = try status(), before.kind == .file else {
      throw SystemError(what: description, code: ENOENT)
    }
    let file = try reading()
    let output = try OutputFile(text)
    do {
      let source = try file.source(description)
      var written = ByteWriter()
      written.write(source.bytes)
      try output.write(written, of: source, in: file)
      // Some file systems have no owners, modes and attributes.
      if (try? output.takeAttributes(of: file)) == nil {
        try file.times().set(output.descriptor, text)
      }
      guard try output.source().bytes == source.bytes else {
        throw SystemError(what: "\(text), which is not what was copied", code: EIO)
      }
    } catch let error as SystemError {
      throw error
    } catch {
      throw SystemError(what: "\(error)", code: EIO)
    }
    try output.commit(replacing: false, of: [description])
    do throws(SystemError) {
      try target.folder.syncNames()
      guard try status() == before else {
        throw SystemError(what: "\(description), which changed while it was copied", code: EBUSY)
      }
      try removeFile()
    } catch {
      // Only one of the two may stay, and the original is known to be good. If it is unknown whether the original
      // exists, both stay.
      if (try? status()) != nil { try? target.removeFile() }
      throw error
    }
  }

  /// The file system of this path, and the number of free bytes on it for users other than root.
  package var fileSystem: (device: UInt64, free: UInt64)? {
    var path = bytes
    while true {
      let text = (path.isEmpty ? Array("/".utf8) : path).map { CChar(bitPattern: $0) } + [0]
      var (status, space) = (stat(), statvfs())
      // All of them are valid during the calls.
      if unsafe stat(text, &status) == 0, unsafe statvfs(text, &space) == 0 {
        let free = UInt64(space.f_bavail).multipliedReportingOverflow(by: UInt64(space.f_frsize))
        return (UInt64(status.st_dev), free.overflow ? .max : free.partialValue)
      }
      guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
      path = Array(path[..<slash])
    }
  }

  /// The path up to its last slash.
  package var folder: BytePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
      return BytePath(Array(".".utf8))
    }
    return BytePath(Array(bytes[...slash]))
  }

  /// Writes the names in a folder to the disk.
  package func syncNames() throws(SystemError) {
    let path = bytes + [0]
    // The array lives during the call, and ends with a zero.
    let descriptor = unsafe open(
      path.map { CChar(bitPattern: $0) }, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A folder such as /home may be entered, and not be read: everything is synced.
    if descriptor < 0, errno == EACCES { return sync() }
    let folder = OpenFile(owning: try SystemError.check(description) { descriptor })
    guard fsync(folder.descriptor) != 0 else { return }
    // If folders cannot be synced by themselves, everything is synced.
    guard errno == EINVAL || errno == ENOTSUP || errno == EBADF else {
      throw SystemError(what: description, code: errno)
    }
    sync()
  }
}

/// Paths are bytes, in which a slash is always a slash. In Swift, a slash and a combining mark after it
/// are one character, which is not a slash. So this code never splits by characters.
extension String {
  private static let slash = UInt8(ascii: "/")

  /// A path up to the extension of its name, and the extension with its dot. The extension is empty if
  /// there is none: a name that starts with a dot does not start with an extension.
  package var splitAtExtension: (stem: String, ending: String) {
    let start = nameStart
    guard let dot = self[start...].utf8.lastIndex(of: UInt8(ascii: ".")), dot > start else {
      return (self, "")
    }
    return (String(self[..<dot]), String(self[dot...]))
  }

  /// The extension without its dot: `HEIC`; empty if there is none.
  ///
  /// A mark after the dot belongs to the extension, though a dot with a mark is one character.
  package var fileExtension: String { String(splitAtExtension.ending.unicodeScalars.dropFirst()) }

  /// An extension, in capitals if that of another file is.
  package func inCase(of other: String) -> String {
    !other.isEmpty && other == other.uppercased() ? uppercased() : self
  }

  /// The start of the part after the last slash.
  private var nameStart: Index {
    utf8.lastIndex(of: String.slash).map { utf8.index(after: $0) } ?? startIndex
  }

  /// A path up to its last slash, which belongs to the folder, and the part after it.
  package var splitAtName: (folder: String, name: String) {
    (String(self[..<nameStart]), String(self[nameStart...]))
  }

  /// The names in a path, none of them empty.
  package var pathNames: [String] {
    utf8.split(separator: String.slash).map { String(Substring($0)) }
  }

  /// The last name of a path.
  package var lastPathName: String { pathNames.last ?? self }

  package var isAbsolutePath: Bool { utf8.first == String.slash }

  package var endsWithSlash: Bool { utf8.last == String.slash }

  /// The path of a folder, to which names are added.
  package var asFolder: String { endsWithSlash ? self : self + "/" }

  /// The path of a folder as that of any file.
  package var withoutLastSlashes: String {
    let end = utf8.lastIndex { $0 != String.slash }.map { utf8.index(after: $0) }
    // A path that has only slashes is the root, which is one slash.
    return end.map { String(self[..<$0]) } ?? String(prefix(1))
  }

  /// The path from a folder on; nil if it is not in the folder.
  package func path(below folder: String) -> String? {
    let folder = folder.asFolder.utf8
    return utf8.starts(with: folder) ? String(Substring(utf8.dropFirst(folder.count))) : nil
  }

  /// The longest start of the text with at most this number of bytes, in whole characters.
  package func prefix(ofBytes count: Int) -> String {
    var result = ""
    for character in self {
      guard result.utf8.count + character.utf8.count <= count else { break }
      result.append(character)
    }
    return result
  }
}

/// The kind of file at a path.
package enum PathKind: Sendable {
  case nothing, folder, file

  /// Follows symbolic links. It throws if the system cannot tell.
  package init(_ path: String) throws(SystemError) {
    guard !SuppliedFiles.contains(path) else {
      self = .file
      return
    }
    var status = stat()
    // `status` outlives the call, which fills it.
    guard unsafe stat(path, &status) == 0 else {
      try SystemError.requireMissing(path)
      self = .nothing
      return
    }
    self = status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }
}

/// The name of a folder that a command writes to.
package enum FolderName {
  /// The path with a slash at its end. Throws for the path of a file, and for a name that images and movies have, if
  /// nothing is there yet: who names a file would get a folder.
  package static func checked(_ path: String) throws(SystemError) -> String {
    if path.isEmpty { throw SystemError(what: "the name of the folder is empty", code: 0) }
    try OutputPath.refuseStandardOutput(path)
    switch try PathKind(path) {
    case .file:
      throw SystemError(what: "\(path) is a file, and a folder is needed", code: 0)
    case .nothing where !path.endsWithSlash && isMedia(path):
      throw SystemError(
        what:
          "\(path) is the name of a file, and a folder is needed: name a folder, or \(path)/ if that is its name",
        code: 0)
    default: return path.asFolder
    }
  }

  private static func isMedia(_ path: String) -> Bool {
    extensions.contains(path.fileExtension.lowercased())
  }

  /// What the names of images and movies end in.
  private static let extensions = MediaExtensions.all.union([
    "m3u8", "mpd", "pdf", "html", "json", "zip",
  ])
}
