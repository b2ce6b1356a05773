import Platform
import Synchronization

/// A descriptor of the file of a name, to be closed by the caller.
///
/// - Parameter flags: the flags for `open`.
package func openForReading(_ name: String, _ flags: Int32) throws(ByteSourceError) -> Int32 {
  if let supplied = try SuppliedFiles.open(name) { return supplied }
  if let listed = try ListedFolders.descriptor(of: name.utf8, flags: flags) { return listed }
  // Variadic C functions count as unsafe; the arguments are what `open` asks for.
  let descriptor = uninterrupted { unsafe open(name, flags) }
  guard descriptor >= 0 else { throw ByteSourceError(.open(errno: errno), path: name) }
  return descriptor
}

/// The result of a call to the system, which is made again if a signal interrupts it.
package func uninterrupted(_ call: () -> Int32) -> Int32 {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

/// Folders whose files are read because a folder above them, the root, was named.
///
/// They and their files are opened from the root on without following symbolic links, so that nothing outside of the
/// root is read if a folder becomes a link meanwhile. Other files were named themselves: links to them are followed. A
/// folder that was named may be below one that limits what may be named: then that is the root of all in it.
package enum ListedFolders {
  private struct Root {
    var path: ArraySlice<UInt8>
    /// Whether it was a symbolic link when it was named, which is then followed.
    var isLink: Bool
  }

  /// The roots of folders, by the paths of the folders.
  private static let roots = Mutex<[ArraySlice<UInt8>: Root]>([:])
  private static let slash = UInt8(ascii: "/")

  /// Adds a folder that is listed because `root`, the same folder or one above it, was named; or a file or a folder that
  /// may be named because it is below `root`.
  package static func add(_ folder: some Sequence<UInt8>, below root: some Sequence<UInt8>) {
    let (folder, root) = (withoutDoubleSlashes(folder), withoutDoubleSlashes(root))
    var status = stat()
    // Both are valid during the call.
    let isLink = unsafe lstat(text(root), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    roots.withLock { roots in
      // The outer root is the stricter one.
      let outermost = [Root(path: root, isLink: isLink), roots[root], roots[folder]]
      roots[folder] = outermost.compactMap { $0 }.min { $0.path.count < $1.path.count }
    }
  }

  /// Whether a path is that of a listed folder, or of a file in one.
  package static func contains(_ path: some Sequence<UInt8>) -> Bool {
    let path = withoutDoubleSlashes(path)
    return roots.withLock { $0[path] ?? $0[parent(of: path)] } != nil
  }

  /// A descriptor of a listed folder, or of a file in one, to be closed by the caller; nil for other paths.
  ///
  /// - Parameter flags: the flags for `open`.
  package static func descriptor(
    of file: some Sequence<UInt8>, flags: Int32
  ) throws(ByteSourceError) -> Int32? {
    // Programs that list no folders pay for none.
    guard roots.withLock({ !$0.isEmpty }) else { return nil }
    let file = withoutDoubleSlashes(file)
    guard let root = roots.withLock({ $0[file] ?? $0[parent(of: file)] }) else { return nil }
    // Variadic C functions count as unsafe; the arguments are what `open` and `openat` ask for.
    var opened = uninterrupted {
      unsafe open(
        text(root.path), O_RDONLY | O_DIRECTORY | O_CLOEXEC | (root.isLink ? 0 : O_NOFOLLOW))
    }
    try check(opened, AT_FDCWD, root.path, root.path)
    let names = file.dropFirst(root.path.count).split(separator: slash)
    for name in names {
      let outer = opened
      defer { close(outer) }
      let isLast = name.endIndex == file.endIndex
      let flags = isLast ? flags : O_RDONLY | O_DIRECTORY | O_CLOEXEC
      opened = uninterrupted { unsafe openat(outer, text(name), flags | O_NOFOLLOW) }
      try check(opened, outer, name, file[..<name.endIndex])
    }
    return opened
  }

  /// Throws for what could not be opened in a folder.
  private static func check(
    _ opened: Int32, _ folder: Int32, _ name: ArraySlice<UInt8>, _ path: ArraySlice<UInt8>
  ) throws(ByteSourceError) {
    guard opened < 0 else { return }
    let code = errno
    var status = stat()
    // All are valid during the call.
    let isThere = unsafe fstatat(folder, text(name), &status, AT_SYMLINK_NOFOLLOW) == 0
    let isLink = isThere && status.st_mode & S_IFMT == S_IFLNK
    throw ByteSourceError(
      isLink
        ? .unavailable("is a symbolic link, which is not followed in a folder")
        : .open(errno: code),
      path: String(decoding: path, as: UTF8.self))
  }

  private static func parent(of path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let end = path.lastIndex(of: slash) else { return [] }
    return path[...end].count == 1 ? path[...end] : path[..<end]
  }

  /// The path with one slash where there are several, and without one at its end.
  private static func withoutDoubleSlashes(_ path: some Sequence<UInt8>) -> ArraySlice<UInt8> {
    var result: [UInt8] = []
    for byte in path where byte != slash || result.last != slash { result.append(byte) }
    return result.count > 1 && result.last == slash ? result.dropLast() : result[...]
  }

  /// The path with a zero byte at its end.
  private static func text(_ path: ArraySlice<UInt8>) -> [CChar] {
    path.map { CChar(bitPattern: $0) } + [0]
  }
}
