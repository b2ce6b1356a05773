import CSystem
import Synchronization

/// The names that outputs have while they are not complete, and what is left under them.
package enum HiddenName {
  /// A hidden name in the same folder for an incomplete file. No other program uses this name.
  static func path(of path: String) -> String {
    var generator = SystemRandomNumberGenerator()
    let middle = String(generator.next() as UInt64, radix: 36)
    return folder(of: path) + start(of: path) + middle + end
  }

  /// Removes what killed programs left of an output: no process holds the locks of those files.
  ///
  /// A folder is looked through once, when its first output is written. What is left later, while this
  /// program runs, goes when another one writes the output.
  package static func removeAbandoned(of path: String) {
    let (folder, start) = (folder(of: path), start(of: path))
    guard let status = try? BytePath(Array(folder.utf8)).status() else { return }
    let place = Place(path: folder, device: status.device, inode: status.inode)
    let left = leftNames.withLock { folders in
      let left = folders[place] ?? names(in: folder)
      folders[place] = left.filter { !$0.hasPrefix(start) }
      return left.filter { $0.hasPrefix(start) }
    }
    for name in left { removeAbandoned(folder + name) }
  }

  /// The same of what has a hidden name itself.
  static func removeAbandoned(_ hidden: String) {
    // The strings live during the call.
    unsafe system_remove_abandoned(folder(of: hidden), hidden.splitAtName.name)
  }

  /// The folder of a path, with a slash at its end.
  static func folder(of path: String) -> String {
    let folder = path.splitAtName.folder
    return folder.isEmpty ? "./" : folder
  }

  // MARK: What is left

  /// The hidden names in each folder that was looked through, without those that have had their turn.
  private static let leftNames = Mutex<[Place: [String]]>([:])

  /// A folder. A path can lead to another one later, and the number of one that is gone is used again.
  private struct Place: Hashable {
    let path: String
    let device: UInt64
    let inode: UInt64
  }

  private static func names(in folder: String) -> [String] {
    let contents = (try? BytePath(Array(folder.utf8)).contents()) ?? []
    return contents.lazy.map { String(decoding: $0.name, as: UTF8.self) }
      .filter { $0.hasPrefix(".") && $0.hasSuffix(end) }
  }

  /// Short enough for every file system.
  private static func start(of path: String) -> String {
    ".\(path.splitAtName.name.prefix(ofBytes: 100))."
  }

  private static let end = ".boxwalk"
}
