import Files
import Synchronization

/// Folders for files that are made to be compared, and then removed.
final class ScratchFolders: Sendable {
  private let path: String
  private let count = Mutex(0)

  /// - Parameter path: the path of a folder for them, which nobody else uses.
  init(_ path: String) { self.path = path }

  /// The path of a folder that does not exist yet.
  func next() -> String {
    count.withLock { count in
      count += 1
      return "\(path)/\(count)"
    }
  }

  /// Removes all of them, also those of a run that was killed.
  func remove() {
    for folder in contents(path) {
      for file in contents(folder) { try? Files.remove(file) }
      BytePath(Array(folder.utf8)).removeEmptyFolder()
    }
    BytePath(Array(path.utf8)).removeEmptyFolder()
  }

  private func contents(_ path: String) -> [String] {
    let folder = BytePath(Array(path.utf8))
    guard (try? folder.status())?.kind == .folder else { return [] }
    return ((try? folder.contents()) ?? []).map {
      path + "/" + String(decoding: $0.name, as: UTF8.self)
    }
  }
}
