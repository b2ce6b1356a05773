import FieldCoding
import Files
import ISOBMFF

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

/// Reads the facts of files from a cache, or from the files.
extension LibraryScan {
  func read(
    cachedIn cacheFolder: LibraryPath?, onProblem: (LibraryError) -> Void,
    onProgress: (LivePhotoLibrary.Progress) -> Void
  ) async throws -> (files: [LibraryFile], problems: [LibraryError]) {
    // Files that were named themselves are few, and are not cached.
    let stores = roots.map { root in
      (try? root.kind) == .folder ? cacheFolder.flatMap { FactsStore(of: root, in: $0) } : nil
    }
    let caches = stores.map { $0?.load() ?? FactsCache() }
    var files = entries.map { LibraryFile(path: $0.path, size: $0.key.size) }
    var jobs: [Job] = []
    var knownCount = 0
    for (index, entry) in entries.enumerated() where files[index].facts.kind.isRead {
      if let facts = caches[entry.root][entry.key] {
        files[index].facts = facts
        knownCount += 1
      } else {
        jobs.append(Job(index: index, path: entry.path, kind: files[index].facts.kind))
      }
    }
    var problems: [LibraryError] = []
    var unreadable: Set<Int> = []
    for (index, result) in try await LibraryScan.read(jobs, onProgress: onProgress) {
      switch result {
      case .success(let facts): files[index].facts = facts
      case .failure where files[index].facts.kind == .metadata:
        // A pair needs no such file.
        unreadable.insert(index)
      case .failure(let error):
        files[index].facts.problem = error.text
        unreadable.insert(index)
        problems.append(error)
        onProblem(error)
      }
    }
    if !jobs.isEmpty || knownCount < caches.reduce(0, { $0 + $1.count }) {
      for (root, store) in stores.enumerated() {
        store?.save(
          entries.indices.lazy.filter {
            entries[$0].root == root && files[$0].facts.kind.isRead && !unreadable.contains($0)
          }.map { (entries[$0].key, files[$0].facts) })
      }
    }
    return (files, problems)
  }

  private struct Job: Sendable {
    var index: Int
    var path: LibraryPath
    var kind: MediaKind

    /// The file is mapped, and unmapped when its boxes have been read.
    func run() -> Result<MediaFacts, LibraryError> {
      do {
        let file = try BytePath(path.bytes).reading()
        let source = try file.source("\(path)")
        let facts = MediaFacts(reading: source.bytes, namedAs: kind)
        if let problem = source.problem {
          throw LibraryError(path, LibraryError.Reason.unread(problem))
        }
        return .success(facts)
      } catch let error as LibraryError {
        return .failure(error)
      } catch let error as ByteSourceError {
        return .failure(LibraryError(path, error))
      } catch let error as SystemError {
        return .failure(LibraryError(path, error))
      } catch {
        return .failure(LibraryError(path, .notAFile))
      }
    }
  }

  /// Files that one task reads, and tasks that wait for a core.
  private static let portion = 64
  private static let taskLimit = 64

  private typealias Results = [(Int, Result<MediaFacts, LibraryError>)]

  /// Reads files on all cores.
  private static func read(
    _ jobs: [Job], onProgress: (LivePhotoLibrary.Progress) -> Void
  ) async throws -> Results {
    let portions = stride(from: 0, to: jobs.count, by: portion).map {
      jobs[$0..<min($0 + portion, jobs.count)]
    }
    var results: Results = []
    results.reserveCapacity(jobs.count)
    await withTaskGroup(of: Results.self) { group in
      var rest = portions.makeIterator()
      func start() {
        guard !Task.isCancelled, let jobs = rest.next() else { return }
        group.addTask {
          var results: Results = []
          for job in jobs where !Task.isCancelled { results.append((job.index, job.run())) }
          return results
        }
      }
      for _ in 0..<taskLimit { start() }
      for await some in group {
        results += some
        onProgress(LivePhotoLibrary.Progress(read: results.count, total: jobs.count))
        start()
      }
    }
    try Task.checkCancellation()
    return results
  }
}

/// A file or folder of a library that cannot be read.
public struct LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why a file or folder cannot be read.
  public enum Reason: Hashable, Sendable {
    /// The file or folder does not exist.
    case missing
    /// It is neither a file nor a folder: a device, a pipe.
    case notAFile
    /// The file, or a folder that it is in, is a symbolic link below the folder that was named.
    case link
    /// The file was named explicitly, but its name is not that of a photo, of a movie, or of a file that
    /// belongs to them.
    case notMedia
    /// The system reports an error, with this `errno`.
    case system(Int32)
    /// The file changed while it was read, or not all of its bytes can be read, as a part of a sentence.
    case unread(String)
  }

  /// The path of the file or folder.
  public var path: LibraryPath
  /// Why it cannot be read.
  public var reason: Reason

  init(_ path: LibraryPath, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  init(_ path: LibraryPath, _ error: SystemError) {
    // Only links are refused by us, and not by the system.
    self.init(path, error.code == 0 ? .link : .system(error.code))
  }

  init(_ path: LibraryPath, _ error: ByteSourceError) {
    switch error.reason {
    case .open(let code): self.init(path, .system(code))
    case .isDirectory, .notAFile, .unavailable: self.init(path, .notAFile)
    }
  }

  /// The reason without the path.
  public var text: String {
    switch reason {
    case .missing: SystemError.noSuchFile
    case .notAFile: "is not a regular file"
    case .link: "is behind a symbolic link, which is not followed in a folder"
    case .notMedia: "has neither the name of a photo nor of a movie"
    case .system(let code): "cannot be read: \(SystemError.text(code))"
    case .unread(let problem): problem
    }
  }

  /// Path and reason.
  public var description: String { "\(path): \(text)" }
}
