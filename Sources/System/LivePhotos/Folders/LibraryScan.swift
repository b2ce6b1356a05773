import FieldCoding
import Files

/// A file that was found in a library.
package struct LibraryEntry: Sendable {
  /// The path for output and for opening.
  package var path: LibraryPath
  /// The key in the cache.
  package var key: FactsCache.Key
  /// The index among the folders that were named.
  package var root: Int
}

/// Finds the files of folders.
struct LibraryScan {
  let roots: [LibraryPath]
  private(set) var entries: [LibraryEntry] = []
  /// The errors of files and folders that cannot be read.
  private(set) var problems: [LibraryError] = []
  /// The entries of ``problems`` whose files were named themselves.
  private(set) var failures: [LibraryError] = []
  private let onProblem: (LibraryError) -> Void
  private var avoided: BytePath.Status?
  private let isLeftOut: (LibraryPath) -> Result<Bool, SystemError>
  private var seen: Set<[UInt64]> = []
  private var seenFiles: Set<SeenFile> = []

  private struct SeenFile: Hashable {
    var inode: UInt64
    var name: [UInt8]

    init(inode: UInt64, name: [UInt8]) {
      self.inode = inode
      self.name = name
    }

    init(_ entry: LibraryEntry) { self.init(inode: entry.key.inode, name: Array(entry.path.name)) }
  }

  /// - Parameters:
  ///   - avoided: a folder that is skipped, unless it is one of the roots.
  ///   - isLeftOut: whether a file is skipped.
  init(
    _ roots: [LibraryPath], avoiding avoided: LibraryPath? = nil,
    leavingOut isLeftOut: @escaping (LibraryPath) -> Result<Bool, SystemError>,
    onProblem: @escaping (LibraryError) -> Void
  ) {
    self.roots = roots
    self.onProblem = onProblem
    self.isLeftOut = isLeftOut
    if let avoided {
      do throws(SystemError) {
        self.avoided = try avoided.withoutLinks.flatMap { (path) throws(SystemError) in
          try BytePath(path.bytes).status()
        }
      } catch {
        note(LibraryError(avoided, error), isRoot: true)
      }
    }
    let kinds = roots.map { root in
      do throws(SystemError) { return try root.kind as PathKind? } catch {
        note(LibraryError(root, error), isRoot: true)
        return nil
      }
    }
    for (index, kind) in kinds.enumerated() where kind == .folder { addFolder(roots[index], index) }
    for (index, kind) in kinds.enumerated() where kind != .folder && kind != nil {
      addFile(roots[index], index)
    }
    entries.sort { $0.path < $1.path }
  }

  private mutating func note(_ error: LibraryError, isRoot: Bool) {
    problems.append(error)
    if isRoot { failures.append(error) } else { onProblem(error) }
  }

  private mutating func addFile(_ root: LibraryPath, _ index: Int) {
    var path = root
    // A link that was named itself is followed, unless a folder limits what may be named.
    var status: BytePath.Status?
    do throws(SystemError) {
      guard try root.kind != .nothing else {
        return note(LibraryError(root, .missing), isRoot: true)
      }
      status = try BytePath(path.bytes).status()
      if status?.kind == .link, !ListedFolders.contains(path.bytes),
        let real = try root.withoutLinks
      {
        path = real
        status = try BytePath(path.bytes).status()
      }
    } catch {
      return note(LibraryError(root, error), isRoot: true)
    }
    guard let status, status.kind == .file else {
      return note(LibraryError(root, .notAFile), isRoot: true)
    }
    if LibraryFile.kind(ofName: path) == .other {
      return note(LibraryError(root, .notMedia), isRoot: true)
    }
    // A file that is also in one of the folders is added once.
    if seenFiles.isEmpty { seenFiles = Set(entries.map(SeenFile.init)) }
    guard seenFiles.insert(SeenFile(inode: status.inode, name: Array(path.name))).inserted else {
      return
    }
    add(path, status, below: 0, index)
  }

  /// Folders within folders, without recursion: they may be very deep.
  private mutating func addFolder(_ root: LibraryPath, _ index: Int) {
    let prefix = root.appending([UInt8]()).bytes.count
    var waiting = [root]
    while let folder = waiting.popLast(), !Task.isCancelled {
      let isRoot = folder == root
      // A folder that is named twice, or within another one, is searched once.
      do throws(SystemError) {
        let real = isRoot ? try root.withoutLinks ?? root : folder
        let status = try BytePath(real.bytes).status()
        if let status, !seen.insert([status.device, status.inode]).inserted { continue }
        ListedFolders.add(folder.bytes, below: root.bytes)
        for (name, status) in try BytePath(folder.bytes).contents() {
          // Skips hidden files, and the metadata files that macOS writes on other file systems (`._IMG_1.MOV`).
          guard name.first != UInt8(ascii: ".") else { continue }
          let path = folder.appending(name)
          switch status.kind {
          case .folder where status.inode == avoided?.inode && status.device == avoided?.device:
            continue
          case .folder: waiting.append(path)
          case .file: add(path, status, below: prefix, index)
          case .link, .other: continue
          }
        }
      } catch {
        note(LibraryError(folder, error), isRoot: isRoot)
      }
    }
  }

  private mutating func add(
    _ path: LibraryPath, _ status: BytePath.Status, below prefix: Int, _ root: Int
  ) {
    guard LibraryFile.kind(ofName: path) != .other else { return }
    do throws(SystemError) {
      if try isLeftOut(path).get() { return }
      guard let status = status.isKnown ? status : try BytePath(path.bytes).status() else { return }
      entries.append(
        LibraryEntry(
          path: path,
          key: FactsCache.Key(
            path: LibraryPath(path.bytes.dropFirst(prefix)), size: status.size,
            modified: status.modified, inode: status.inode), root: root))
    } catch {
      note(LibraryError(path, error), isRoot: false)
    }
  }
}

extension LibraryPath {
  /// The kind of the file at the path; symbolic links are followed if the path is valid text.
  var kind: PathKind {
    get throws(SystemError) {
      if let text { return try PathKind(text) }
      guard let status = try BytePath(bytes).status() else { return .nothing }
      return status.kind == .folder ? .folder : .file
    }
  }

  /// The path without symbolic links. Nil if it does not exist, or if it is not text.
  var withoutLinks: LibraryPath? {
    get throws(SystemError) { try text.flatMap(pathWithoutLinks).map { LibraryPath($0) } }
  }
}
