import Files
import ISOBMFF

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
