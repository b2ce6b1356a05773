import Synchronization

/// The folders that this program has made.
package enum MadeFolders {
  private static let folders = Mutex<[BytePath]>([])

  static func add(_ folder: BytePath) { folders.withLock { $0.append(folder) } }

  /// Removes those that are empty because no file was written to them.
  package static func removeEmpty() {
    let made = folders.withLock { folders in
      defer { folders = [] }
      return folders
    }
    for folder in made.reversed() { folder.removeEmptyFolder() }
  }
}
