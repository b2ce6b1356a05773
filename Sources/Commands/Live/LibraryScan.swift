import FileAccess
import ISOBMFF
import LivePhoto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds the files of folders, and what each of them says.
struct LibraryScan {
  struct Entry {
    /// As it is shown and opened.
    var path: LibraryPath
    /// What the cache calls it.
    var key: FactsCache.Key
    /// Place among the folders that were named.
    var root: Int
  }

  private(set) var entries: [Entry] = []
  private(set) var problems: [String] = []
  private let roots: [String]
  private var seen: Set<[UInt64]> = []
  private var seenFiles: Set<SeenFile> = []

  private struct SeenFile: Hashable {
    var inode: UInt64
    var name: [UInt8]

    init(inode: UInt64, name: [UInt8]) {
      self.inode = inode
      self.name = name
    }

    init(_ entry: Entry) { self.init(inode: entry.key.inode, name: Array(entry.path.name)) }
  }

  init(_ roots: [String]) {
    self.roots = roots
    let isFolder = roots.map { PathKind($0) == .folder }
    for index in roots.indices where isFolder[index] { addRoot(roots[index], index) }
    for index in roots.indices where !isFolder[index] { addRoot(roots[index], index) }
    entries.sort { $0.path < $1.path }
  }

  // MARK: What is there

  private mutating func addRoot(_ root: String, _ index: Int) {
    let path = LibraryPath(root)
    switch PathKind(root) {
    case .nothing: problems.append("\(path): there is no such file or folder")
    case .folder: addFolder(path, index)
    case .file:
      var path = path
      if BytePath(path.bytes).status?.kind == .link, let real = pathWithoutLinks(root) {
        // A link that was named itself is meant.
        path = LibraryPath(real)
      }
      guard let status = BytePath(path.bytes).status, status.kind == .file else {
        problems.append("\(path): is not a regular file")
        return
      }
      // A file that is in one of the folders, too, is one file.
      if seenFiles.isEmpty { seenFiles = Set(entries.map(SeenFile.init)) }
      guard seenFiles.insert(SeenFile(inode: status.inode, name: Array(path.name))).inserted else {
        return
      }
      add(path, status, below: 0, index)
    }
  }

  /// Folders within folders, without recursion: they may be very deep.
  private mutating func addFolder(_ root: LibraryPath, _ index: Int) {
    let prefix = root.appending([UInt8]()).bytes.count
    var waiting = [root]
    while let folder = waiting.popLast() {
      // A folder that is named twice, or within another one, is searched once.
      let real = folder == root ? pathWithoutLinks("\(root.text ?? "")") : nil
      let status = BytePath(real.map { Array($0.utf8) } ?? folder.bytes).status
      if let status, !seen.insert([status.device, status.inode]).inserted { continue }
      do throws(SystemError) {
        for (name, status) in try BytePath(folder.bytes).contents() {
          // Hidden files, and the shadows that macOS leaves on other file systems (`._IMG_1.MOV`).
          guard name.first != UInt8(ascii: ".") else { continue }
          let path = folder.appending(name)
          switch status.kind {
          case .folder: waiting.append(path)
          case .file: add(path, status, below: prefix, index)
          case .link, .other: continue
          }
        }
      } catch {
        problems.append("\(folder): \(error)")
      }
    }
  }

  private mutating func add(
    _ path: LibraryPath, _ status: BytePath.Status, below prefix: Int, _ root: Int
  ) {
    guard LibraryFile.kind(ofName: path) != .other else { return }
    entries.append(
      Entry(
        path: path,
        key: FactsCache.Key(
          path: LibraryPath(path.bytes.dropFirst(prefix)), size: status.size,
          modified: status.modified, inode: status.inode), root: root))
  }

  // MARK: What it says

  /// How much was read, and how much was known.
  struct Count {
    var read = 0
    var known = 0
  }

  /// - Parameter usesCache: whether what files said in an earlier run counts.
  func read(
    usesCache: Bool, progress: @escaping @Sendable (Int) -> Void
  ) async -> (files: [LibraryFile], count: Count, problems: [String]) {
    // Of files that are named themselves there are few.
    let stores = roots.map { usesCache && PathKind($0) == .folder ? FactsStore($0) : nil }
    let caches = stores.map { $0?.load() ?? FactsCache() }
    var files = entries.map { LibraryFile(path: $0.path, size: $0.key.size) }
    var unread: [Int] = []
    var count = Count()
    for (index, entry) in entries.enumerated() where files[index].facts.kind.isMedia {
      if let facts = caches[entry.root][entry.key] {
        files[index].facts = facts
        count.known += 1
      } else {
        unread.append(index)
      }
    }
    count.read = unread.count
    var problems: [String] = []
    var unreadable: Set<Int> = []
    let jobs = unread.map { Job(index: $0, path: entries[$0].path, kind: files[$0].facts.kind) }
    for (index, result) in await LibraryScan.read(jobs, progress: progress) {
      switch result {
      case .success(let facts): files[index].facts = facts
      case .failure(let error):
        files[index].facts.problem = error.words
        unreadable.insert(index)
        problems.append("\(files[index].path): \(error.words)")
      }
    }
    if count.read > 0 || count.known < caches.reduce(0, { $0 + $1.count }) {
      for (root, store) in stores.enumerated() {
        store?.save(
          entries.indices.lazy.filter {
            entries[$0].root == root && files[$0].facts.kind.isMedia && !unreadable.contains($0)
          }.map { (entries[$0].key, files[$0].facts) })
      }
    }
    return (files, count, problems)
  }

  private struct Job: Sendable {
    var index: Int
    var path: LibraryPath
    var kind: MediaKind
  }

  private struct Refusal: Error { var words: String }

  /// On all cores, some files at a time.
  private static func read(
    _ jobs: [Job], progress: @escaping @Sendable (Int) -> Void
  ) async -> [(Int, Result<MediaFacts, Refusal>)] {
    let portion = 64
    let portions = stride(from: 0, to: jobs.count, by: portion).map {
      Array(jobs[$0..<min($0 + portion, jobs.count)])
    }
    var results: [(Int, Result<MediaFacts, Refusal>)] = []
    results.reserveCapacity(jobs.count)
    await withTaskGroup(of: [(Int, Result<MediaFacts, Refusal>)].self) { group in
      var rest = portions.makeIterator()
      func start() {
        guard let jobs = rest.next() else { return }
        group.addTask { jobs.map { ($0.index, read($0)) } }
      }
      for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount { start() }
      for await some in group {
        results += some
        progress(results.count)
        start()
      }
    }
    return results
  }

  /// The file is mapped, and let go when its boxes have been looked at.
  private static func read(_ job: Job) -> Result<MediaFacts, Refusal> {
    do {
      let file = try BytePath(job.path.bytes).reading()
      let source = try file.source("\(job.path)")
      return .success(MediaFacts(reading: source.bytes, namedAs: job.kind))
    } catch let error as ByteSourceError {
      return .failure(Refusal(words: error.reason.words))
    } catch {
      return .failure(Refusal(words: "cannot be read: \(error)"))
    }
  }
}

/// Where the cache of a folder is: `$XDG_CACHE_HOME/boxwalk`, or `~/.cache/boxwalk`.
struct FactsStore {
  private let folder: LibraryPath
  private let file: String

  /// Nil if there is no place for it.
  init?(_ root: String) {
    let environment = ProcessInfo.processInfo.environment
    let base =
      environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].map { $0 + "/.cache" }
    guard let base, base.hasPrefix("/"), let real = pathWithoutLinks(root) else { return nil }
    folder = LibraryPath(real)
    // Two folders of one number only lose each other's cache: its first line names the folder.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in real.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    file = "\(base)/boxwalk/live-pair-\(String(hash, radix: 16)).cache"
  }

  func load() -> FactsCache {
    guard let bytes = try? ByteSource(mapping: file).bytes, bytes.count < 1 << 30 else {
      return FactsCache()
    }
    return FactsCache(lines: bytes, of: folder)
  }

  /// A cache that cannot be written is no reason to fail.
  func save(_ facts: some Sequence<(FactsCache.Key, MediaFacts)>) {
    do {
      try OutputPath.makeFolder(of: file)
      let output = try OutputFile(file)
      var lines = FactsCache.firstLine(of: folder)
      for (key, fact) in facts {
        lines += FactsCache.line(key, fact)
        if lines.count > 1 << 20 {
          try output.write(Bytes(lines))
          lines.removeAll(keepingCapacity: true)
        }
      }
      try output.write(Bytes(lines))
      try output.commit(replacing: true)
    } catch {}
  }
}
