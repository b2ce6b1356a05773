import CSystem
import Synchronization

/// The names that outputs have while they are incomplete, and the files that are left under them.
package enum HiddenName {
  /// A hidden name in the same folder for an incomplete file. No other program uses this name.
  static func path(of path: String) -> String {
    var generator = SystemRandomNumberGenerator()
    let middle = String(generator.next() as UInt64, radix: 36)
    return folder(of: path) + start(of: path) + middle + end
  }

  /// Removes temporary files of an output that killed programs left: no process has locked them.
  ///
  /// A folder is searched once, before its first output is written. Files that are left later, while this program runs,
  /// are removed when another one writes the output.
  package static func removeAbandoned(of path: String) {
    let (folder, start) = (folder(of: path), start(of: path))
    guard let status = try? BytePath(Array(folder.utf8)).status() else { return }
    let key = FolderKey(path: folder, device: status.device, inode: status.inode)
    let left = leftNames.withLock { folders in
      let left = folders[key] ?? names(in: folder)
      folders[key] = left.filter { !$0.hasPrefix(start) }
      return left.filter { $0.hasPrefix(start) }
    }
    for name in left { removeAbandoned(folder + name) }
  }

  /// The same for a path with a hidden name.
  static func removeAbandoned(_ hidden: String) {
    // The strings are valid during the call.
    unsafe system_remove_abandoned(folder(of: hidden), hidden.splitAtName.name)
  }

  /// The folder of a path, with a slash at its end.
  static func folder(of path: String) -> String {
    let folder = path.splitAtName.folder
    return folder.isEmpty ? "./" : folder
  }

  // MARK: Leftovers

  /// The hidden names in each folder that was looked through, without those that are done.
  private static let leftNames = Mutex<[FolderKey: [String]]>([:])

  /// A folder. A path can lead to another one later, and the inode number of a removed folder is used again.
  private struct FolderKey: Hashable {
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

/// A name whose numbers are compared by value: `segment-9` comes before `segment-10`.
package struct NumberedName: Comparable {
  private var pieces: [(text: [UInt8], number: [UInt8])] = []

  package init(_ name: String) {
    var rest = Array(name.utf8)[...]
    while !rest.isEmpty {
      let text = rest.prefix { !(48...57).contains($0) }
      let digits = rest[text.endIndex...].prefix { (48...57).contains($0) }
      pieces.append((Array(text), Array(digits.drop { $0 == 48 })))
      rest = rest[digits.endIndex...]
    }
  }

  package static func == (one: NumberedName, other: NumberedName) -> Bool {
    !(one < other) && !(other < one)
  }

  package static func < (one: NumberedName, other: NumberedName) -> Bool {
    for (first, second) in zip(one.pieces, other.pieces) {
      if first.text != second.text { return first.text.lexicographicallyPrecedes(second.text) }
      if first.number.count != second.number.count {
        return first.number.count < second.number.count
      }
      if first.number != second.number {
        return first.number.lexicographicallyPrecedes(second.number)
      }
    }
    return one.pieces.count < other.pieces.count
  }
}
