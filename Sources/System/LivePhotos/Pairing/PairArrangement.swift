import FieldCoding

/// A plan for new names and folders of files, so that the two files of each pair are in the same folder and
/// have the same name. It does not move files.
public struct PairArrangement: Sendable, Equatable {
  /// A file that gets another path.
  public struct Move: Sendable, Equatable {
    /// The index in ``Pairing/files``.
    public var file: Int
    /// The new path.
    public var to: LibraryPath
  }

  /// A group whose files are not moved.
  public struct Skip: Sendable, Equatable {
    /// Why the files are not moved.
    public enum Reason: Sendable, Hashable {
      /// The group has a conflict.
      case conflict
      /// No pair of the group has the required confidence.
      case confidence
      /// Another file has this path already.
      case taken(LibraryPath)
    }
    /// The index in ``Pairing/groups``.
    public var group: Int
    /// Why the files are not moved.
    public var reason: Reason
  }

  /// The files to move, group by group.
  public private(set) var moves: [Move] = []
  /// The groups whose files are not moved.
  public private(set) var skips: [Skip] = []

  /// - Parameters:
  ///   - renaming: whether movies get the names of their stills.
  ///   - folder: the folder to which groups move, in subfolders for years and months; nil if they stay in
  ///     their folders.
  ///   - confidence: the minimum confidence of a pair.
  ///   - exists: whether a file or folder exists at a path.
  public init(
    _ pairing: Pairing, renaming: Bool, into folder: LibraryPath?,
    confidence: Pairing.Confidence = .likely, exists: (LibraryPath) -> Bool
  ) {
    // Some file systems ignore the case of names.
    var taken: Set<[UInt8]> = []
    for (index, group) in pairing.groups.enumerated() where !group.pairs.isEmpty {
      guard group.conflicts.isEmpty else {
        skips.append(Skip(group: index, reason: .conflict))
        continue
      }
      guard group.pairs.allSatisfy({ $0.confidence >= confidence }) else {
        skips.append(Skip(group: index, reason: .confidence))
        continue
      }
      // It tries a few numbers: if a hundred names are taken, another naming scheme is needed.
      for number in 1...(folder == nil ? 1 : 99) {
        let moves = PairArrangement.moves(
          group, of: pairing, renaming: renaming, into: folder, number: number)
        let targets = moves.map { $0.to.bytes.map(NameText.lower) }
        let obstacle = moves.indices.first { position in
          let isCaseOnly =
            targets[position] == pairing.files[moves[position].file].path.bytes.map(NameText.lower)
          return taken.contains(targets[position]) || !isCaseOnly && exists(moves[position].to)
        }
        guard obstacle == nil, Set(targets).count == targets.count else {
          if number == (folder == nil ? 1 : 99) {
            skips.append(Skip(group: index, reason: .taken(moves[obstacle ?? 0].to)))
          }
          continue
        }
        taken.formUnion(targets)
        self.moves += moves
        break
      }
    }
  }

  private static func moves(
    _ group: Pairing.Group, of pairing: Pairing, renaming: Bool, into folder: LibraryPath?,
    number: Int
  ) -> [Move] {
    var stems: [Int: ArraySlice<UInt8>] = [:]
    if renaming {
      for pair in group.pairs {
        stems[pair.movie] = split(pairing.files[pair.still].path.name).stem
      }
    }
    let target = folder.map { month(of: group, in: pairing, below: $0) }
    return group.members.compactMap { member in
      let path = pairing.files[member.file].path
      // Stills of one group may come from several folders, and have the same name.
      let (ownStem, ending) = split(path.name)
      var name = Array(stems[member.file] ?? ownStem)
      if number > 1 { name += Array(" (\(number))".utf8) }
      name += ending
      let parent = target ?? LibraryPath(Array(path.folder))
      let isAtRoot = target == nil && path.bytes.first == UInt8(ascii: "/") && parent.bytes.isEmpty
      let new = isAtRoot ? LibraryPath([UInt8(ascii: "/")] + name) : parent.appending(name)
      return new == path ? nil : Move(file: member.file, to: new)
    }
  }

  /// The folder `2025/01`, by the time of the first pair that has one.
  private static func month(
    of group: Pairing.Group, in pairing: Pairing, below folder: LibraryPath
  ) -> LibraryPath {
    let times = group.pairs.lazy.flatMap { [$0.still, $0.movie] }.compactMap {
      pairing.files[$0].facts.captureTime
    }
    guard let time = times.first else { return folder.appending("undated".utf8) }
    let (year, month) = time.yearAndMonth
    return folder.appending("\(year)".utf8).appending(zeroPadded(month, to: 2).utf8)
  }

  /// The part of a name before its last dot, and the rest.
  private static func split(
    _ name: ArraySlice<UInt8>
  ) -> (stem: ArraySlice<UInt8>, ending: ArraySlice<UInt8>) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return (name, [])
    }
    return (name[..<dot], name[dot...])
  }
}
