import FieldCoding
import Platform
import Synchronization

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
