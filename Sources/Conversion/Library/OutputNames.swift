import Files

/// The names of the outputs for a list of files. No two of them are equal, also where `a` and `A` are one name.
///
/// Files are handled in the order of the bytes of their paths. The first of those that would become `a.jpg` gets
/// this name; each other one keeps its extension, too: `a.heic.jpg`. If this name is taken as well, a number
/// follows: `a.heic-2.jpg`. Folders keep their names before all files. The outputs of deleted originals keep their
/// names, so that the other outputs keep theirs.
struct OutputNames {
  /// The extensions of outputs, in lower case.
  private let endings: Set<String>
  private var taken: Set<OutputNameHash> = []
  /// The only path that has a name.
  private var owners: [OutputNameHash: String] = [:]

  /// - Parameters:
  ///   - endings: what names of outputs end in: `.jpg`.
  ///   - lastCopies: names that are taken for good, each with the path that has it.
  init(endings: Set<String>, lastCopies: [String: String] = [:]) {
    self.endings = Set(endings.map(OutputNames.key))
    for (output, path) in lastCopies { owners[OutputNameHash(OutputNames.key(output))] = path }
    takeFolders(of: lastCopies.keys)
  }

  /// The outputs of files, in the order of the files.
  ///
  /// - Parameter ending: the end of the name of a path's output: `.jpg`.
  static func outputs(
    of paths: [String], lastCopies: [String: String] = [:], ending: (String) -> String
  ) -> [String] {
    let endings = paths.map(ending)
    var names = OutputNames(endings: Set(endings), lastCopies: lastCopies)
    names.takeFolders(of: paths)
    var outputs = [String](repeating: "", count: paths.count)
    for index in sorted(paths) {
      outputs[index] = names.output(of: paths[index], ending: endings[index])
    }
    return outputs
  }

  /// The indices of paths, in the order of their bytes.
  static func sorted(_ paths: [String]) -> [Int] {
    // Swift's own order is one of characters, in which two spellings of one are the same.
    paths.indices.sorted { a, b in
      let (first, second) = (paths[a].utf8, paths[b].utf8)
      if first.lexicographicallyPrecedes(second) { return true }
      return a < b && first.elementsEqual(second)
    }
  }

  mutating func output(of path: String, ending: String) -> String {
    let usual = path.splitAtExtension.stem + ending
    if take(usual, for: path) { return usual }
    let longer = path + ending
    if take(longer, for: path) { return longer }
    var number = 2
    while !take("\(path)-\(number)\(ending)", for: path) { number += 1 }
    return "\(path)-\(number)\(ending)"
  }

  /// Reserves the names of folders with files, so that no file gets them.
  private mutating func takeFolders(of paths: some Sequence<String>) {
    var last = ""
    for path in paths {
      var folder = path.splitAtName.folder.withoutLastSlashes
      guard folder != last else { continue }
      last = folder
      while !folder.isEmpty, folder != "/" {
        let key = OutputNames.key(folder)
        if endings.contains(key.splitAtExtension.ending) { taken.insert(OutputNameHash(key)) }
        folder = folder.splitAtName.folder.withoutLastSlashes
      }
    }
  }

  private mutating func take(_ name: String, for path: String) -> Bool {
    let key = OutputNameHash(OutputNames.key(name))
    if let owner = owners[key], owner != path { return false }
    return taken.insert(key).inserted
  }

  /// Equal for names that some file system takes for one: by letters, and by how letters are composed,
  /// which is how Swift compares strings.
  static func key(_ name: String) -> String { name.lowercased() }
}
