import FieldCoding
import Platform
import Synchronization

/// A folder that appears under its name with all its files, or not at all.
package struct OutputFolder: ~Copyable {
  package let path: String
  /// The path that is passed to the system: ``path``, or one in ``parent``.
  private let systemPath: String
  /// The folder in which it appears, if it may appear nowhere else.
  private let parent: OpenFolder?

  package init(_ path: String) {
    self.path = path.withoutLastSlashes
    systemPath = self.path
    parent = nil
  }

  /// - Parameter root: the folder that it has to be in; missing folders in it are made.
  package init(_ path: String, below root: RootFolder) throws(SystemError) {
    self.path = path.withoutLastSlashes
    let parent = try root.folder(of: self.path)
    systemPath = parent.systemPath(of: self.path)
    self.parent = parent
  }

  /// A file that will be moved into the folder: it is written next to the folder, so that it is on the same file system.
  package func file(_ name: String) throws(SystemError) -> OutputFile {
    try OutputFile(path.splitAtName.folder + name, in: parent)
  }

  /// Makes the folder, and gives it its name when `body` has put its files into it.
  ///
  /// - Parameters:
  ///   - replacing: whether an existing folder of that name is removed, with the files in it; if it has other folders,
  ///     they stay, and it stays under a hidden name.
  ///   - inputs: the paths of the files that they were made of; nil for every file that this process has mapped.
  ///   - body: gives the files, which have no names yet, their names in the folder.
  package func commit(
    replacing: Bool = false, of inputs: [String]?, _ body: (_ folder: String) throws -> Void
  ) throws {
    HiddenName.removeAbandoned(of: systemPath)
    let hidden = HiddenName.path(of: systemPath)
    let folder = BytePath(Array(hidden.utf8))
    let unfinished = try UnfinishedName(hidden) { () throws(SystemError) in
      try SystemError.making(path) { () throws(SystemError) in try folder.makeFolder() }
    }
    defer { withExtendedLifetime(unfinished) {} }
    do {
      // A folder from a killed program is not locked.
      let lock = try OpenFile.reading(hidden)
      flock(lock.descriptor, LOCK_EX | LOCK_NB)
      try body(hidden + "/")
      try SystemError.requireRead(inputs)
      let target = BytePath(Array(systemPath.utf8))
      if replacing {
        try EndSignals.undisturbed { () throws(SystemError) in
          try OutputFolder.exchange(folder, with: target)
        }
        OutputFolder.remove(folder)
        // Files that could not be removed are tried again, like files from killed programs.
        HiddenName.removeAbandoned(hidden)
      } else {
        try EndSignals.undisturbed { try folder.move(to: target) }
      }
    } catch {
      OutputFolder.remove(folder)
      throw error
    }
  }

  /// Exchanges the names of two folders: at once, or one after the other where the file system cannot do that.
  private static func exchange(_ folder: BytePath, with other: BytePath) throws(SystemError) {
    do throws(SystemError) { return try folder.exchange(with: other) } catch {
      guard error.isNotPossible || error.code == EINVAL else { throw error }
    }
    let old = BytePath(Array(HiddenName.path(of: other.description).utf8))
    try other.move(to: old)
    do throws(SystemError) { try folder.move(to: other) } catch {
      try? old.move(to: other)
      throw error
    }
    try? old.move(to: folder)
  }

  /// Removes a folder with the files in it.
  private static func remove(_ folder: BytePath) {
    for (name, _) in (try? folder.contents()) ?? [] {
      try? BytePath(folder.bytes + [UInt8(ascii: "/")] + name).removeFile()
    }
    folder.removeEmptyFolder()
  }
}

/// Makes the folder of a file, and its missing parents.
package func makeFolder(of file: String) throws(SystemError) {
  let folder = file.splitAtName.folder
  guard !folder.isEmpty, try PathKind(folder) != .folder else { return }
  let path = (folder.isAbsolutePath ? "/" : "") + folder.pathNames.joined(separator: "/")
  try BytePath(Array(path.utf8)).makeFolders()
}

/// The path of a file that a command writes.
package enum OutputPath {
  /// Throws for the name that means standard output, which only some commands write to.
  package static func refuseStandardOutput(_ path: String) throws(SystemError) {
    guard path == "-" else { return }
    throw SystemError(
      what: "- means standard output, and a file is needed here: ./- is a file with this name",
      code: 0)
  }

  /// Throws if no file can be written there: it would replace an input, a folder, or a file that is kept.
  ///
  /// - Parameters:
  ///   - inputs: the files that are read, which are never replaced.
  ///   - isReplacing: whether another file may be replaced.
  ///   - isLink: whether the output may be a hard link to an input.
  ///   - force: the name of the option that says that files may be replaced.
  package static func check(
    _ path: String, of inputs: [String], isReplacing: Bool, isLink: Bool = false,
    force: String = "--force"
  ) throws(SystemError) {
    if path.isEmpty { throw SystemError(what: "the name of the output is empty", code: 0) }
    try refuseStandardOutput(path)
    for input in inputs where !isLink {
      var isSame = path == input
      if !isSame { isSame = try isSameFile(input, path) }
      if !isSame { isSame = try isSeenTwice(input, path) }
      guard isSame else { continue }
      throw SystemError(what: "\(path) is the original itself, which is never replaced", code: 0)
    }
    try OutputFile.refuseSpecial(path)
    switch try PathKind(path) {
    case .folder:
      throw SystemError(what: "\(path) is a folder, and a file is written: name a file", code: 0)
    case .nothing where path.endsWithSlash:
      throw SystemError(
        what: "\(path) is the name of a folder, and a file is written: name a file", code: 0)
    case .file where !isReplacing:
      throw SystemError(what: "\(path) exists; \(force) replaces it", code: 0)
    case .nothing, .file: break
    }
  }
}

/// A folder that limits writing: no file outside of it is written, even if other programs rename folders in it.
///
/// It is opened once. Each folder in it is opened from its parent, and symbolic links are not followed, so a folder
/// that becomes a link meanwhile has no effect.
package final class RootFolder: Sendable {
  /// The path of the folder, without slashes at its end.
  package let path: String
  private let descriptor = Mutex<Int32>(-1)

  package init(_ path: String) { self.path = path.withoutLastSlashes }

  deinit {
    let descriptor = descriptor.withLock { $0 }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Opens the folder of a file below this one.
  ///
  /// It throws if a folder on the way is a symbolic link, or if the file would not be below this folder.
  ///
  /// - Parameter makingFolders: whether folders that are missing are made.
  package func folder(
    of file: String, makingFolders: Bool = true
  ) throws(SystemError) -> OpenFolder {
    guard let names = names(of: file) else {
      throw SystemError(what: "\(file) would be outside of \(path)", code: 0)
    }
    var folder = try OpenFile(copying: root())
    var folderPath = path
    for name in names.dropLast() {
      folderPath += "/" + name
      if makingFolders { try RootFolder.makeFolder(name, in: folder, folderPath) }
      folder = try RootFolder.openFolder(name, in: folder, folderPath)
    }
    return OpenFolder(folder)
  }

  /// Opens a file below this folder for reading. Neither its folders nor the file itself may be symbolic links.
  package func file(_ path: String) throws(SystemError) -> OpenFile {
    try folder(of: path, makingFolders: false).file(path)
  }

  /// Removes a file below this folder.
  package func remove(_ path: String) throws(SystemError) {
    // The folder is open until its file is gone.
    let parent = try folder(of: path, makingFolders: false)
    try parent.remove(path)
  }

  /// The names on the path to a file below; nil for other files.
  private func names(of file: String) -> [String]? {
    guard let names = file.path(below: path)?.pathNames else { return nil }
    return names.isEmpty || names.contains { $0 == "." || $0 == ".." } ? nil : names
  }

  /// The folder itself, which may be a symbolic link, because the user named it.
  private func root() throws(SystemError) -> Int32 {
    try descriptor.withLock { (descriptor) throws(SystemError) in
      if descriptor < 0 {
        let path = path
        if try PathKind(path) != .folder { try BytePath(Array(path.utf8)).makeFolders() }
        descriptor = try SystemError.check(path) {
          // Variadic C functions count as unsafe; the arguments are what `open` asks for.
          unsafe open(path, RootFolder.flags)
        }
      }
      return descriptor
    }
  }

  private static func makeFolder(
    _ name: String, in folder: borrowing OpenFile, _ path: String
  ) throws(SystemError) {
    let parent = folder.descriptor
    try MadeFolders.add { () throws(SystemError) in
      // A string that is passed to C exists during the call.
      if unsafe mkdirat(parent, name, 0o777) == 0 { return BytePath(Array(path.utf8)) }
      guard errno == EEXIST else {
        throw SystemError(what: "the folder \(path) cannot be made", code: errno)
      }
      return nil
    }
  }

  private static func openFolder(
    _ name: String, in folder: borrowing OpenFile, _ path: String
  ) throws(SystemError) -> OpenFile {
    let parent = folder.descriptor
    // Strings that are passed to C exist during the calls, and so does the structure that one of the calls fills.
    let opened = uninterrupted { unsafe openat(parent, name, flags | O_NOFOLLOW) }
    if opened >= 0 { return OpenFile(owning: opened) }
    let code = errno
    var status = stat()
    let isThere = unsafe fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    if isThere, status.st_mode & S_IFMT == S_IFLNK {
      throw SystemError(
        what: "\(path) is a symbolic link, which is not followed in a folder", code: 0)
    }
    throw code == ENOTDIR
      ? SystemError(what: "\(path) is not a folder", code: 0) : SystemError(what: path, code: code)
  }

  private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
}

/// A folder that is open as long as this object exists.
package final class OpenFolder: Sendable {
  private let file: OpenFile

  fileprivate init(_ file: consuming OpenFile) { self.file = file }

  /// Opens a file in this folder for reading, unless it is a symbolic link. Opening a pipe does not wait for a writer.
  fileprivate func file(_ path: String) throws(SystemError) -> OpenFile {
    let folder = file.descriptor
    return OpenFile(
      owning: try SystemError.check(path) {
        // A string that is passed to C exists during the call.
        unsafe openat(
          folder, path.splitAtName.name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      })
  }

  /// Removes a file in this folder.
  fileprivate func remove(_ path: String) throws(SystemError) {
    try Files.remove(systemPath(of: path))
  }

  /// A path of a file in this folder. It still leads there if folders are renamed.
  ///
  /// If the system has no such paths, it is the path that the caller passed.
  package func systemPath(of path: String) -> String {
    #if canImport(Darwin)
      path
    #else
      "/proc/self/fd/\(file.descriptor)/\(path.splitAtName.name)"
    #endif
  }
}
