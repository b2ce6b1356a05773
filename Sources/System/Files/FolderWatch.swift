import CSystem
import Platform

/// Notes what changes in folders, where the system can tell (inotify, on Linux).
package final class FolderWatch {
  /// The changes in the folders.
  package struct Changes: Sendable {
    /// Files that were added, removed, or closed after writing.
    package var files: Set<String> = []
    /// Whether folders were added or removed, or changes were lost, so that everything has to be searched.
    package var isUnclear = false
  }

  package let descriptor: Int32
  private var paths: [Int32: String] = [:]

  package init() throws(SystemError) {
    descriptor = try SystemError.check("inotify") { system_watch_open() }
  }

  deinit { close(descriptor) }

  /// Watches the folders that `list` names, and no others.
  ///
  /// Changes in a folder are reported after it was named; changes in its subfolders are not.
  ///
  /// - Returns: whether the system can watch all of them.
  package func watch(_ list: (_ enter: (String) -> Void) -> Void) -> Bool {
    let old = paths.keys
    paths = [:]
    var hasRoom = true
    list { path in
      // A string passed to C is valid during the call.
      let folder = unsafe system_watch_folder(descriptor, path)
      if folder >= 0 {
        paths[folder] = path
      }
      // A folder that was removed already is no error.
      else if errno == ENOSPC || errno == ENOMEM {
        hasRoom = false
      }
    }
    for folder in old where paths[folder] == nil { system_watch_end(descriptor, folder) }
    return hasRoom
  }

  /// The changes since the last call.
  package func changes() -> Changes {
    var noted: [(folder: Int32, name: String?)] = []
    let descriptor = descriptor
    // The array exists during the call, and so does the name that the function gets.
    let result = unsafe withUnsafeMutablePointer(to: &noted) { noted in
      unsafe system_watch_read(descriptor, noted) { context, folder, name in
        // Names of the program's files are valid UTF-8.
        let name = unsafe name.map { unsafe String(cString: $0) }
        unsafe context?.assumingMemoryBound(to: [(folder: Int32, name: String?)].self).pointee
          .append((folder, name))
      }
    }
    var changes = Changes()
    changes.isUnclear = result != 0
    for (folder, name) in noted {
      if let name, let path = paths[folder] {
        changes.files.insert(path.asFolder + name)
      } else if name == nil {
        changes.isUnclear = true
      }
    }
    return changes
  }
}
