import Files
import Synchronization
import WorkerClient

/// The hidden folder in which a folder keeps the journals and manifests of its outputs.
struct JournalFolder {
  static let name = ".boxwalk"

  private let path: BytePath

  init(of folder: String) {
    path = BytePath(Array((folder.asFolder + JournalFolder.name).utf8))
  }

  /// Whether a name in the folder is that of a manifest: of all files, or of a shard.
  static func isManifest(named name: String) -> Bool {
    name.hasPrefix("manifest") && name.hasSuffix(".jsonl")
  }

  /// Whether a manifest is kept at a path unless the user names another one.
  static func isManifest(_ path: String) -> Bool {
    let names = path.pathNames.suffix(2)
    return names.count == 2 && names.first == name && isManifest(named: names.last ?? "")
  }

  /// The names in it, with their kinds; empty if it is missing.
  func contents() throws(ConversionError) -> [(name: String, kind: BytePath.Status.Kind)] {
    try ConversionError.input { () throws(SystemError) in
      try path.status() == nil ? [] : path.contents()
    }.map { (String(decoding: $0.name, as: UTF8.self), $0.status.kind) }
  }

  func removeIfEmpty() { path.removeEmptyFolder() }
}

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
