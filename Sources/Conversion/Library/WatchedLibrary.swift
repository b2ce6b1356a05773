import FieldCoding
import Files
import LivePhotos
import Synchronization
import Verification

/// The facts of the files in watched folders, and which of them belong together.
///
/// The size of each image and movie, its time and a few words are kept, about a kilobyte for each, so that a
/// file is read only when it is new or has changed. The pairs are those that a run over the folders would find.
struct WatchedLibrary {
  /// The extensions that matter for pairs.
  static let extensions = MediaKind.mediaExtensions

  private var index = PairIndex()
  private var stamps: [String: FileStamp] = [:]
  /// The movie of each still that has one.
  private(set) var pairs: [String: String] = [:]

  /// The stamp of a file when it was read; nil if it does not exist, or is an incomplete movie.
  func stamp(_ path: String) -> FileStamp? { stamps[path] }

  /// Whether a file states that it is the still or the movie of a Live Photo.
  func hasIdentifier(_ path: String) -> Bool { facts(path)?.identifier != nil }

  private func facts(_ path: String) -> MediaFacts? { index[LibraryPath(path)]?.facts }

  /// Forgets a removed file.
  mutating func forget(_ path: String) {
    guard stamps.removeValue(forKey: path) != nil else { return }
    index.remove(LibraryPath(path))
  }

  /// Forgets a movie that has changed, until it is read again.
  mutating func forgetMovie(_ path: String) {
    if facts(path)?.kind == .movie { forget(path) }
  }

  /// Finds the pairs of all files that are here.
  ///
  /// - Returns: whether they are others than before.
  mutating func pair() -> Bool {
    guard index.update() else { return false }
    pairs = [:]
    for (still, movie) in index.pairs { pairs[still.text ?? ""] = movie.text }
    return true
  }

  // MARK: Reading

  /// Reads files that are new or have changed.
  ///
  /// - Returns: why movies are not all there yet.
  mutating func read(_ files: [String: FileStamp], progress: @Sendable (String) -> Void)
    -> [String: String]
  {
    let jobs = files.filter { stamps[$0.key] != $0.value }.map { ($0.key, $0.value) }
    guard !jobs.isEmpty else { return [:] }
    let found = Mutex<[(String, FileStamp, Reading)]>([])
    let threads = min(Threads.coreCount, jobs.count)
    Threads.run(threads) { thread in
      for index in stride(from: thread, to: jobs.count, by: threads) {
        if EndSignals.haveCome { return }
        let (path, stamp) = jobs[index]
        let reading = WatchedLibrary.read(path)
        let count = found.withLock { found in
          found.append((path, stamp, reading))
          return found.count
        }
        if count % 100 == 0 { progress("\(count) read, of \(jobs.count) files") }
      }
    }
    var incomplete: [String: String] = [:]
    for (path, stamp, reading) in found.withLock({ $0 }) {
      forget(path)
      if let reason = reading.missingEnd {
        incomplete[path] = reason
      } else {
        stamps[path] = stamp
        index.insert(
          LibraryFile(path: LibraryPath(path), size: Int64(stamp.size), facts: reading.facts))
      }
    }
    return incomplete
  }

  private struct Reading {
    var facts: MediaFacts
    /// The reason why the file is not complete yet. Only movies have it: photos are examined when they are converted.
    var missingEnd: String?
  }

  private static func read(_ path: String) -> Reading {
    let kind = LibraryFile(path: LibraryPath(path)).facts.kind
    do throws(ByteSourceError) {
      // A file that still changes is read again.
      let bytes = try ByteSource(mapping: path, isWatched: false).bytes
      let facts = MediaFacts(reading: bytes, namedAs: kind)
      let isMovie = kind == .movie || facts.kind == .movie
      return Reading(
        facts: facts, missingEnd: isMovie ? ExaminedFile(bytes, name: path).missingEnd : nil)
    } catch {
      return Reading(facts: MediaFacts(kind: kind, problem: "\(error)"))
    }
  }
}
