/// The pairs of a library that changes: when files are added or removed, only related files are compared again.
///
/// A pair is at least likely only if both files share an identifier or similar names. So a file keeps its partner if it
/// shares neither with a changed file, directly or through other files. Pairs that only have matching times are
/// possible, and are not part of this index.
package struct PairIndex: Sendable {
  /// The least that a pair is.
  package static let confidence = Pairing.Confidence.likely

  /// The movies of stills at the last call of ``update()``, as in a ``Pairing`` of all files.
  package private(set) var pairs: [LibraryPath: LibraryPath] = [:]
  private var files: [LibraryPath: LibraryFile] = [:]
  /// The files that share an identifier or a name, by a hash of that.
  private var sharers: [Int: [LibraryPath]] = [:]
  /// The keys of files that were added or removed since then.
  private var changed: Set<Int> = []
  /// The pairs of stills that were removed since then.
  private var lost: [LibraryPath: LibraryPath] = [:]

  package init() {}

  package subscript(path: LibraryPath) -> LibraryFile? { files[path] }

  /// Adds a file, or replaces one of the same path.
  package mutating func insert(_ file: LibraryFile) {
    remove(file.path)
    files[file.path] = file
    for key in PairIndex.keys(file) {
      sharers[key, default: []].append(file.path)
      changed.insert(key)
    }
  }

  package mutating func remove(_ path: LibraryPath) {
    guard let file = files.removeValue(forKey: path) else { return }
    if let movie = pairs.removeValue(forKey: path) { lost[path] = movie }
    for key in PairIndex.keys(file) {
      sharers[key]?.removeAll { $0 == path }
      if sharers[key]?.isEmpty == true { sharers[key] = nil }
      changed.insert(key)
    }
  }

  /// Finds the pairs.
  ///
  /// - Returns: whether they have changed.
  package mutating func update() -> Bool {
    let affected = affectedFiles()
    var before = lost
    (changed, lost) = ([], [:])
    for file in affected {
      if let movie = pairs.removeValue(forKey: file.path) { before[file.path] = movie }
    }
    var found: [LibraryPath: LibraryPath] = [:]
    // Without movies, there are no pairs.
    if affected.contains(where: { $0.facts.kind == .movie }) {
      let pairing = Pairing(affected)
      for pair in pairing.groups.flatMap(\.pairs) where pair.confidence >= PairIndex.confidence {
        found[pairing.files[pair.still].path] = pairing.files[pair.movie].path
      }
    }
    pairs.merge(found) { _, new in new }
    return found != before
  }

  /// The files that share a key with the changed files, directly or through other files.
  private func affectedFiles() -> [LibraryFile] {
    var (waiting, seen) = (Array(changed), changed)
    var paths: Set<LibraryPath> = []
    var affected: [LibraryFile] = []
    while let key = waiting.popLast() {
      for path in sharers[key] ?? [] where paths.insert(path).inserted {
        guard let file = files[path] else { continue }
        affected.append(file)
        waiting += PairIndex.keys(file).filter { seen.insert($0).inserted }
      }
    }
    return affected
  }

  /// Keys that are equal by chance only cause useless comparisons.
  private static func keys(_ file: LibraryFile) -> [Int] {
    func key(_ kind: Int, _ value: some Hashable) -> Int {
      var hasher = Hasher()
      hasher.combine(kind)
      hasher.combine(value)
      return hasher.finalize()
    }
    let name = MediaName(file.path.name)
    return [key(0, name.stem), key(1, name.base)]
      + (file.facts.identifier.map { [key(2, $0)] } ?? [])
  }
}
