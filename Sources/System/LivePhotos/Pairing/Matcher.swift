import FieldCoding

/// Finds the movie of each still, with strong evidence first.
struct Matcher {
  let files: [LibraryFile]
  let names: [MediaName]
  /// Numbers for folders, stems and bases, so that comparing them is quick.
  let folders: [Int]
  let stems: [Int]
  let bases: [Int]
  private let sidecars: TakeoutSidecars
  /// The index of the counterpart of each file.
  private(set) var partner: [Int?]
  private(set) var pairs: [Pairing.Pair] = []
  private(set) var conflicts: Set<Pairing.Conflict> = []
  /// Files with the same identifier, where there are several.
  private(set) var identifierSets: [[Int]] = []
  /// Whether there were several candidates for a file, so that it is not compared again.
  private var isUndecided: [Bool]

  /// The maximum number of combinations that are compared: if there are more, the names have no meaning.
  private static let candidateLimit = 4096

  init(_ files: [LibraryFile]) {
    self.files = files
    names = files.map { MediaName($0.path.name) }
    folders = Matcher.numbers(files.lazy.map { Array($0.path.folder) })
    stems = Matcher.numbers(names.lazy.map(\.stem))
    bases = Matcher.numbers(names.lazy.map(\.base))
    sidecars = TakeoutSidecars(files, names, folders: folders)
    partner = Array(repeating: nil, count: files.count)
    isUndecided = Array(repeating: false, count: files.count)
  }

  private static func numbers(_ values: some Sequence<[UInt8]>) -> [Int] {
    var known: [[UInt8]: Int] = [:]
    return values.map { value in
      if let number = known[value] { return number }
      known[value] = known.count
      return known.count - 1
    }
  }

  mutating func match() {
    matchIdentifiers()
    matchNames()
    matchTimes()
    // A conflict about a file no longer counts if the file got a partner by other evidence.
    conflicts = conflicts.filter { conflict in
      switch conflict.kind {
      case .identifierShared, .editedStillOriginalMovie: true
      default: conflict.files.allSatisfy { partner[$0] == nil }
      }
    }
  }

  // MARK: Properties of files

  func kind(_ file: Int) -> MediaKind { files[file].facts.kind }
  func isStill(_ file: Int) -> Bool { kind(file) == .still || kind(file) == .raw }
  func isMovie(_ file: Int) -> Bool { kind(file) == .movie }
  /// A file from before an edit counts as an original.
  func isEdited(_ file: Int) -> Bool { names[file].variant == .edited }

  private mutating func pair(
    _ still: Int, _ movie: Int, _ confidence: Pairing.Confidence, _ evidence: [Pairing.Evidence]
  ) {
    partner[still] = movie
    partner[movie] = still
    pairs.append(
      Pairing.Pair(still: still, movie: movie, confidence: confidence, evidence: evidence))
  }

  private mutating func note(_ kind: Pairing.Conflict.Kind, _ files: [Int]) {
    conflicts.insert(Pairing.Conflict(kind: kind, files: files.sorted()))
  }

  // MARK: Identifiers

  private mutating func matchIdentifiers() {
    var sets: [ContentIdentifier: [Int]] = [:]
    for (index, file) in files.enumerated() {
      if let identifier = file.facts.identifier { sets[identifier, default: []].append(index) }
    }
    identifierSets = sets.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    for set in identifierSets { matchSet(set) }
  }

  /// Files with one identifier.
  private mutating func matchSet(_ set: [Int]) {
    var stills = set.filter { kind($0) == .still }
    if stills.isEmpty { stills = set.filter { kind($0) == .raw } }
    let movies = set.filter(isMovie)
    let isShared = [false, true].contains { edited in
      stills.filter { isEdited($0) == edited }.count > 1
        || movies.filter { isEdited($0) == edited }.count > 1
    }
    if isShared { note(.identifierShared, set) }
    // The rounds start with the same name in the same folder, and then require less.
    let (folders, stems, bases, names) = (folders, stems, bases, names)
    let keys: [(Int) -> [Int]] = [
      { [folders[$0], stems[$0]] }, { [folders[$0], bases[$0], names[$0].copy] },
      { [folders[$0], bases[$0]] }, { [bases[$0], names[$0].copy] }, { [bases[$0]] },
      { [folders[$0]] }, { _ in [] },
    ]
    for key in keys {
      var buckets: [[Int]: (stills: [Int], movies: [Int])] = [:]
      for file in stills + movies where partner[file] == nil {
        let key = key(file) + [isEdited(file) ? 1 : 0]
        if isMovie(file) {
          buckets[key, default: ([], [])].movies.append(file)
        } else {
          buckets[key, default: ([], [])].stills.append(file)
        }
      }
      for bucket in buckets.values where bucket.stills.count == 1 && bucket.movies.count == 1 {
        let (still, movie) = (bucket.stills[0], bucket.movies[0])
        pair(still, movie, isShared ? .likely : .certain, evidence(still, movie))
      }
    }
  }

  // MARK: Names

  private mutating func matchNames() {
    let (folders, stems, bases, names) = (folders, stems, bases, names)
    let edits = files.indices.map { isEdited($0) ? 1 : 0 }
    matchRound(needsTime: false) { [folders[$0], stems[$0]] }
    matchRound(needsTime: false) {
      [folders[$0], bases[$0], names[$0].copy, edits[$0], names[$0].burst ?? -1]
    }
    matchRound(needsTime: true) {
      [folders[$0], bases[$0], edits[$0], names[$0].burst ?? -1]
    }
    matchRound(needsTime: true) { [bases[$0], edits[$0], names[$0].burst ?? -1] }
  }

  /// The stills and movies that have no partner yet. If there are a raw photo and a developed one, the movie belongs to
  /// the developed one.
  private func free() -> [Int] {
    var developed: Set<[Int]> = []
    for file in files.indices where kind(file) == .still {
      developed.insert([folders[file], bases[file], names[file].copy])
    }
    return files.indices.filter { file in
      guard partner[file] == nil, !isUndecided[file] else { return false }
      switch kind(file) {
      case .still, .movie: return true
      case .raw: return !developed.contains([folders[file], bases[file], names[file].copy])
      default: return false
      }
    }
  }

  /// Pairs files whose names have the same key.
  ///
  /// - Parameter needsTime: whether both must state the same time.
  private mutating func matchRound(needsTime: Bool, _ key: (Int) -> [Int]) {
    var buckets: [[Int]: (stills: [Int], movies: [Int])] = [:]
    for file in free() {
      if isMovie(file) {
        buckets[key(file), default: ([], [])].movies.append(file)
      } else {
        buckets[key(file), default: ([], [])].stills.append(file)
      }
    }
    for bucket in buckets.values where !bucket.stills.isEmpty && !bucket.movies.isEmpty {
      matchBucket(bucket.stills, bucket.movies, needsTime: needsTime)
    }
  }

  /// Pairs stills and movies with similar names.
  private mutating func matchBucket(_ stills: [Int], _ movies: [Int], needsTime: Bool) {
    guard stills.count * movies.count <= Matcher.candidateLimit else { return }
    var candidates: [Int: [Int]] = [:]
    for still in stills {
      for movie in movies {
        guard mayBelongTogether(still, movie, timesAgree: needsTime) else { continue }
        switch objection(still, movie) {
        case .some(let kind): if !needsTime { note(kind, [still, movie]) }
        case nil:
          candidates[still, default: []].append(movie)
          candidates[movie, default: []].append(still)
        }
      }
    }
    for still in stills {
      guard let found = candidates[still], let movie = found.first else { continue }
      if found.count == 1, candidates[movie]?.count == 1 {
        let confidence = confidenceByName(still, movie)
        pair(still, movie, confidence, evidence(still, movie))
      } else {
        let others = Set(found.flatMap { candidates[$0] ?? [] } + found)
        note(.ambiguous, others.sorted())
        for file in others { isUndecided[file] = true }
      }
    }
  }

  /// Whether the suffixes of the names allow that the files belong together.
  private func mayBelongTogether(_ still: Int, _ movie: Int, timesAgree: Bool) -> Bool {
    let (a, b) = (names[still], names[movie])
    let agree =
      timesAgree || a.stem != b.stem && (a.rules.contains(.asset) || b.rules.contains(.asset))
    if agree, !haveSameTime(still, movie) {
      // In the same folder, times may differ by the time zone.
      guard folders[still] == folders[movie], let distance = distance(still, movie),
        distance.milliseconds <= tolerance(still, movie)
      else { return false }
    }
    if a.tag == b.tag { return true }
    func isSize(_ file: Int) -> Bool { names[file].number == files[file].size }
    guard let first = a.tag, let second = b.tag else {
      let tag = a.tag ?? b.tag ?? []
      return tag.count >= 5 || isSize(a.tag == nil ? movie : still)
    }
    guard first.allSatisfy(NameText.isDigit), second.allSatisfy(NameText.isDigit) else {
      return false
    }
    return isSize(still) || isSize(movie) || b.rules.contains(.hevc)
  }

  /// The contradiction between a still and a movie whose names match.
  private func objection(_ still: Int, _ movie: Int) -> Pairing.Conflict.Kind? {
    let (a, b) = (files[still].facts, files[movie].facts)
    if let first = a.identifier, let second = b.identifier, first != second {
      return .identifiersDiffer
    }
    if let distance = distance(still, movie),
      distance.milliseconds > tolerance(still, movie)
    {
      return distance.milliseconds > 12 * 3_600_000
        ? .equalNamesDifferentDays : .equalNamesDifferentTimes
    }
    if let duration = b.duration, duration > Pairing.longestMovie { return .movieTooLong }
    return nil
  }

  // MARK: Times

  private mutating func matchTimes() {
    func isFree(_ file: Int) -> Bool {
      partner[file] == nil && !isUndecided[file] && time(file) != nil
    }
    let movies = files.indices.filter {
      guard isFree($0), isMovie($0), let duration = files[$0].facts.duration else { return false }
      return duration > 0 && duration <= Pairing.longestMovie
    }
    let stills = files.indices.filter { isFree($0) && kind($0) == .still }
    guard !movies.isEmpty, !stills.isEmpty else { return }
    var candidates: [Int: Set<Int>] = [:]
    for clock in [\CaptureTime.universal, \CaptureTime.local] {
      let line: [(time: Int64, file: Int)] = movies.compactMap { file in
        time(file)?[keyPath: clock].map { ($0, file) }
      }.sorted { ($0.time, $0.file) < ($1.time, $1.file) }
      for still in stills {
        guard let time = time(still)?[keyPath: clock] else { continue }
        var index = line.partitioningIndex { $0.time >= time - Matcher.closeness }
        // Two candidates are already too many.
        var seen = 0
        while index < line.count, line[index].time <= time + Matcher.closeness, seen < 16 {
          let movie = line[index].file
          if isCloseInTime(still, movie) {
            candidates[still, default: []].insert(movie)
            candidates[movie, default: []].insert(still)
          }
          index += 1
          seen += 1
        }
      }
    }
    var undecided: [Int] = []
    var sets = DisjointSets(files.count)
    for still in stills {
      guard let found = candidates[still], let movie = found.min() else { continue }
      if found.count == 1, candidates[movie]?.count == 1 {
        pair(still, movie, .possible, evidence(still, movie))
      } else {
        undecided.append(still)
        for movie in found { sets.join(still, movie) }
      }
    }
    // Each set of candidates is reported once, with its first files if it is large.
    var heaps: [Int: Set<Int>] = [:]
    for still in undecided {
      heaps[sets.root(still), default: []].formUnion((candidates[still] ?? []).union([still]))
    }
    for heap in heaps.values { note(.ambiguous, Array(heap.sorted().prefix(64))) }
  }

  /// The most milliseconds by which a movie starts before the still. Clocks count seconds.
  private static let closeness: Int64 = 2500

  private func isCloseInTime(_ still: Int, _ movie: Int) -> Bool {
    let (a, b) = (files[still].facts, files[movie].facts)
    guard case .exact(let distance) = distance(still, movie), distance <= Matcher.closeness,
      isEdited(still) == isEdited(movie)
    else { return false }
    if a.identifier != nil, b.identifier != nil { return false }
    if let first = a.model, let second = b.model, first != second { return false }
    return true
  }

  /// When a file was taken, as it says itself, or else its sidecar.
  private func time(_ file: Int) -> CaptureTime? {
    files[file].facts.captureTime ?? sidecars.times[file]
  }

  /// Whether both files were exported as one item of a library of Google.
  func areOneItem(_ still: Int, _ movie: Int) -> Bool {
    sidecars.times[still] != nil && sidecars.times[movie] == nil
      && folders[still] == folders[movie] && stems[still] == stems[movie]
  }

  func distance(_ a: Int, _ b: Int) -> CaptureTime.Distance? {
    guard let first = time(a), let second = time(b) else { return nil }
    return first.distance(to: second)
  }

  /// The tolerance between two times, in milliseconds. The header of a movie states when it was written.
  func tolerance(_ a: Int, _ b: Int) -> Int64 {
    let isHeader = [a, b].contains { time($0)?.origin == .header }
    return isHeader ? 60_000 : 5000
  }

  /// Whether both state the same time.
  func haveSameTime(_ a: Int, _ b: Int) -> Bool {
    guard case .exact(let milliseconds) = distance(a, b) else { return false }
    return milliseconds <= tolerance(a, b)
  }
}

/// The evidence for a pair.
extension Matcher {
  func evidence(_ still: Int, _ movie: Int) -> [Pairing.Evidence] {
    let (a, b) = (files[still].facts, files[movie].facts)
    var evidence: [Pairing.Evidence] = []
    if let identifier = a.identifier, b.identifier == identifier {
      evidence.append(.identifier(identifier))
    }
    if stems[still] == stems[movie] {
      evidence.append(.stem)
    } else if bases[still] == bases[movie] {
      let rules = names[still].rules.union(names[movie].rules)
      evidence.append(.name(MediaName.Rule.allCases.filter(rules.contains)))
    }
    if folders[still] == folders[movie] { evidence.append(.folder) }
    if let distance = distance(still, movie), distance.milliseconds <= tolerance(still, movie) {
      evidence.append(.captureTime(distance))
    }
    if areOneItem(still, movie) { evidence.append(.sidecar) }
    if let duration = b.duration, duration <= Pairing.longestMovie {
      evidence.append(.duration(duration))
    }
    if let model = a.model, b.model == model { evidence.append(.model(model)) }
    return evidence
  }

  func confidenceByName(_ still: Int, _ movie: Int) -> Pairing.Confidence {
    guard files[still].facts.problem == nil, files[movie].facts.problem == nil else {
      return .possible
    }
    let isShort = files[movie].facts.duration.map { $0 <= Pairing.longestMovie } ?? false
    return isShort && (haveSameTime(still, movie) || areOneItem(still, movie)) ? .likely : .possible
  }
}
