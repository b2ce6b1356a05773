import CSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Notes what changes in folders, where the system can tell (inotify, on Linux).
package final class FolderWatch {
  /// What has changed.
  package struct Changes: Sendable {
    /// Files that came, went, or were closed by one who wrote them.
    package var files: Set<String> = []
    /// Whether folders came or went, or more happened than was noted: look at everything.
    package var isUnclear = false
  }

  package let descriptor: Int32
  private var paths: [Int32: String] = [:]

  package init() throws(SystemError) {
    descriptor = try SystemError.check("inotify") { system_watch_open() }
  }

  deinit { close(descriptor) }

  /// Has `list` name all folders that are watched from now on; others are watched no longer.
  ///
  /// What happens in a folder is noted from the moment on in which it is named; what happens in those
  /// in it is not.
  ///
  /// - Returns: whether the system has room for all of them.
  package func watch(_ list: (_ enter: (String) -> Void) -> Void) -> Bool {
    let old = paths.keys
    paths = [:]
    var hasRoom = true
    list { path in
      // A string passed to C lives during the call.
      let folder = unsafe system_watch_folder(descriptor, path)
      if folder >= 0 {
        paths[folder] = path
      }
      // A folder that has gone by now is not missed.
      else if errno == ENOSPC || errno == ENOMEM {
        hasRoom = false
      }
    }
    for folder in old where paths[folder] == nil { system_watch_end(descriptor, folder) }
    return hasRoom
  }

  /// What has changed since the last call.
  package func changes() -> Changes {
    var noted: [(folder: Int32, name: String?)] = []
    let descriptor = descriptor
    // The array exists during the call, and so does the name that the function gets.
    let result = unsafe withUnsafeMutablePointer(to: &noted) { noted in
      unsafe system_watch_read(descriptor, noted) { context, folder, name in
        // None of our files has a name that is not UTF-8.
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
