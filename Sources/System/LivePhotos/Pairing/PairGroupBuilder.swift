/// Groups the files of one image or of one burst.
struct PairGroupBuilder {
  private let matcher: Matcher
  private var sets: DisjointSets
  private var conflicts: Set<Pairing.Conflict>

  /// The most files of one name and folder that are of one image.
  private static let limit = 64

  init(_ matcher: Matcher) {
    self.matcher = matcher
    sets = DisjointSets(matcher.files.count)
    conflicts = matcher.conflicts
  }

  private var files: [LibraryFile] { matcher.files }

  func build() -> (groups: [Pairing.Group], conflicts: [Pairing.Conflict]) {
    var builder = self
    builder.join()
    return builder.groups()
  }

  private mutating func join() {
    for pair in matcher.pairs { sets.join(pair.still, pair.movie) }
    for set in matcher.identifierSets { joinAll(set) }
    var bursts: [String: [Int]] = [:]
    for (index, file) in files.enumerated() {
      if let burst = file.facts.burst { bursts[burst, default: []].append(index) }
    }
    for frames in bursts.values { joinAll(frames) }
    joinNames()
    joinEditsElsewhere()
    joinSidecars()
  }

  private mutating func joinAll(_ members: [Int]) {
    for member in members.dropFirst() { sets.join(members[0], member) }
  }

  // MARK: By name

  private mutating func joinNames() {
    var buckets: [[Int]: [Int]] = [:]
    for file in files.indices where matcher.kind(file) != .other {
      buckets[
        [matcher.folders[file], matcher.bases[file], matcher.names[file].copy], default: []
      ].append(file)
    }
    for bucket in buckets.values where bucket.count > 1 {
      let frames = bucket.filter { matcher.names[$0].burst != nil }
      if frames.count > 1 { joinAll(frames) }
      if bucket.count <= PairGroupBuilder.limit { joinBucket(bucket) }
    }
  }

  /// Files of one folder and one name without its decorations.
  private mutating func joinBucket(_ bucket: [Int]) {
    let stills = bucket.filter(matcher.isStill)
    let movies = bucket.filter(matcher.isMovie)
    // The original of the other versions of the photo.
    let still = stills.min { rank($0).lexicographicallyPrecedes(rank($1)) }
    let movie = movies.min { rank($0).lexicographicallyPrecedes(rank($1)) }
    if let still {
      for other in stills where other != still { joinVersion(other, of: still) }
    }
    if let movie {
      for other in movies where other != movie { joinVersion(other, of: movie) }
    }
    // An edited still and the movie of the original belong to one image, but are not a pair.
    for other in stills where matcher.partner[other] == nil {
      for movie in movies where matcher.isEdited(other) != matcher.isEdited(movie) {
        let isApart =
          (matcher.distance(other, movie)?.milliseconds ?? 0)
          > matcher.tolerance(other, movie)
        let isLong = (files[movie].facts.duration ?? 0) > Pairing.longestMovie
        if !isApart, !isLong { sets.join(other, movie) }
      }
    }
    guard let anchor = still ?? movie else {
      joinAll(bucket)
      return
    }
    for sidecar in bucket where !matcher.kind(sidecar).isMedia { sets.join(anchor, sidecar) }
  }

  /// Originals before edits, developed photos before raw ones.
  private func rank(_ file: Int) -> [Int] {
    [matcher.isEdited(file) ? 1 : 0, matcher.kind(file) == .raw ? 1 : 0, file]
  }

  private mutating func joinVersion(_ file: Int, of original: Int) {
    // Names that end with other numbers may belong to any file.
    guard
      matcher.names[file].tag == matcher.names[original].tag
        || matcher.names[file].tag == nil || matcher.names[original].tag == nil
    else { return }
    let isVersion =
      matcher.isEdited(file) != matcher.isEdited(original)
      || (matcher.kind(file) == .raw) != (matcher.kind(original) == .raw)
      || matcher.stems[file] == matcher.stems[original]
    guard let distance = matcher.distance(file, original)?.milliseconds else {
      if isVersion { sets.join(original, file) }
      return
    }
    if distance <= matcher.tolerance(file, original) {
      sets.join(original, file)
    } else if isVersion, distance > 12 * 3_600_000,
      files[file].facts.captureTime?.origin == .metadata,
      files[original].facts.captureTime?.origin == .metadata
    {
      conflicts.insert(
        Pairing.Conflict(
          kind: .equalNamesDifferentDays, files: [file, original].sorted()))
    }
  }

  /// Joins edits with originals in other folders.
  private mutating func joinEditsElsewhere() {
    var originals: [Int: [Int]] = [:]
    for file in files.indices where matcher.kind(file) == .still && !matcher.isEdited(file) {
      originals[matcher.bases[file], default: []].append(file)
    }
    for file in files.indices where matcher.isStill(file) && matcher.isEdited(file) {
      let candidates = originals[matcher.bases[file], default: []].prefix(PairGroupBuilder.limit)
      if candidates.contains(where: { sets.isJoined($0, file) }) { continue }
      let original = candidates.first {
        if case .exact(let distance) = matcher.distance($0, file) {
          distance <= 1000
        } else {
          false
        }
      }
      if let original { sets.join(original, file) }
    }
  }

  /// Sidecars whose names were truncated, if they can be of one image only.
  private mutating func joinSidecars() {
    struct Start: Hashable {
      var folder: Int
      var copy: Int
      var name: [UInt8]
    }
    var media: [Start: [Int]] = [:]
    for file in files.indices where matcher.kind(file).isMedia {
      for (start, copy) in matcher.names[file].sidecars {
        media[Start(folder: matcher.folders[file], copy: copy, name: start), default: []]
          .append(file)
      }
    }
    guard !media.isEmpty else { return }
    for file in files.indices {
      let name = matcher.names[file]
      guard let start = name.truncatedName,
        let candidates = media[
          Start(folder: matcher.folders[file], copy: name.copy, name: start)],
        Set(candidates.map { sets.root($0) }).count == 1
      else { continue }
      sets.join(candidates[0], file)
    }
  }

  // MARK: The result

  private mutating func groups() -> (groups: [Pairing.Group], conflicts: [Pairing.Conflict]) {
    var members: [Int: [Int]] = [:]
    for file in files.indices { members[sets.root(file), default: []].append(file) }
    let roots = members.keys.sorted()
    var groupIndices: [Int: Int] = [:]
    var groups: [Pairing.Group] = []
    for root in roots {
      groupIndices[root] = groups.count
      groups.append(Pairing.Group(members: [], pairs: [], conflicts: []))
    }
    for pair in matcher.pairs.sorted(by: { $0.still < $1.still }) {
      if let index = groupIndices[sets.root(pair.still)] { groups[index].pairs.append(pair) }
    }
    for (index, root) in roots.enumerated() {
      let files = members[root] ?? []
      noteEdits(files)
      groups[index].members = files.map {
        Pairing.Member(file: $0, role: role($0, isPaired: !groups[index].pairs.isEmpty))
      }
    }
    let sorted = conflicts.sorted {
      $0.files == $1.files
        ? $0.kind.rawValue < $1.kind.rawValue : $0.files.lexicographicallyPrecedes($1.files)
    }
    for (number, conflict) in sorted.enumerated() {
      for root in Set(conflict.files.map { sets.root($0) }) {
        if let index = groupIndices[root] { groups[index].conflicts.append(number) }
      }
    }
    return (groups, sorted)
  }

  /// Reports edited stills of a group whose only movies are originals.
  private mutating func noteEdits(_ group: [Int]) {
    let edits = group.filter {
      matcher.kind($0) == .still && matcher.isEdited($0) && matcher.partner[$0] == nil
    }
    guard !edits.isEmpty, edits.count <= PairGroupBuilder.limit else { return }
    let movies = group.filter { matcher.isMovie($0) && !matcher.isEdited($0) }
    guard let movie = movies.first else { return }
    for edit in edits {
      // A burst has many movies: the one with the same name is used.
      let own = movies.first { matcher.bases[$0] == matcher.bases[edit] } ?? movie
      conflicts.insert(
        Pairing.Conflict(kind: .editedStillOriginalMovie, files: [edit, own].sorted()))
    }
  }

  private func role(_ file: Int, isPaired: Bool) -> Pairing.Role {
    let hasPartner = matcher.partner[file] != nil
    switch matcher.kind(file) {
    case .adjustments: return .adjustments
    case .metadata: return .metadata
    case .other: return .other
    case .raw: return hasPartner ? .still : .raw
    case .still, .movie:
      let isStill = matcher.isStill(file)
      if matcher.isEdited(file) { return isStill ? .editedStill : .editedMovie }
      if hasPartner || !isPaired {
        let isFrame = files[file].facts.burst != nil || matcher.names[file].burst != nil
        return !hasPartner && isFrame ? .burstFrame : isStill ? .still : .movie
      }
      let isFrame = files[file].facts.burst != nil || matcher.names[file].burst != nil
      return isFrame ? .burstFrame : .alternative
    }
  }
}

/// Disjoint sets of numbers, each identified by its smallest number.
struct DisjointSets {
  private var parents: [Int]

  init(_ count: Int) { parents = Array(0..<count) }

  mutating func root(_ number: Int) -> Int {
    var number = number
    while parents[number] != number {
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }

  mutating func join(_ a: Int, _ b: Int) {
    let (first, second) = (root(a), root(b))
    parents[max(first, second)] = min(first, second)
  }

  mutating func isJoined(_ a: Int, _ b: Int) -> Bool { root(a) == root(b) }
}

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
