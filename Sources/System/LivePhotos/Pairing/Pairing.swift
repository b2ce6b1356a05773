import FieldCoding

/// The files of a library that belong together: the still and the movie of each Live Photo, and other files of
/// the same image.
///
/// The result depends only on the files, and not on their order.
///
/// ```swift
/// let pairing = Pairing([
///   LibraryFile(path: LibraryPath("a/IMG_1234.HEIC")),
///   LibraryFile(path: LibraryPath("a/IMG_1234_HEVC.MOV")),
/// ])
/// pairing.groups[0].pairs[0].confidence  // .possible: only names say so
/// ```
public struct Pairing: Sendable {
  /// The files in the order of their paths, each path once.
  public let files: [LibraryFile]
  /// The groups in the order of their first files. Each file is in one of them.
  public let groups: [Group]
  /// The contradictions, which are not decided.
  public let conflicts: [Conflict]

  /// The files of one image, or of one burst.
  public struct Group: Sendable, Equatable {
    /// All files of the group, in the order of their paths.
    public var members: [Member]
    /// The Live Photos of the group: several if there are edits, copies, or frames of a burst.
    public var pairs: [Pair]
    /// Indices in ``Pairing/conflicts``.
    public var conflicts: [Int]
  }

  /// A file of a group.
  public struct Member: Sendable, Equatable {
    /// The index in ``Pairing/files``.
    public var file: Int
    /// The role of the file in the group.
    public var role: Role
  }

  /// The role of a file in its group.
  public enum Role: String, Sendable, CaseIterable {
    /// A photo of a pair, or has no pair.
    case still
    /// A movie of a pair, or has no pair.
    case movie
    /// The result of an edit of a photo.
    case editedStill = "edited still"
    /// The result of an edit of a movie.
    case editedMovie = "edited movie"
    /// The raw photo that belongs to a developed one.
    case raw
    /// A frame of a burst that is not in a pair.
    case burstFrame = "burst frame"
    /// A copy or another rendition of a file of a pair.
    case alternative
    /// The adjustments of an edit (`.AAE`).
    case adjustments
    /// Metadata in a separate file.
    case metadata
    /// Anything else.
    case other
  }

  /// A still and its movie.
  public struct Pair: Sendable, Hashable {
    /// The index of the still in ``Pairing/files``.
    public var still: Int
    /// The index of the movie in ``Pairing/files``.
    public var movie: Int
    /// How certain the pair is.
    public var confidence: Confidence
    /// The reasons for the pair.
    public var evidence: [Evidence]
  }

  /// How certain it is that two files are a pair.
  public enum Confidence: String, Sendable, CaseIterable, Comparable {
    /// Only the names agree, or only the times.
    case possible
    /// Names and times agree, or Google Takeout exported both as one item; or the identifiers agree, but other files have the same identifier.
    case likely
    /// Both have the same identifier, and no other file has it.
    case certain

    /// Less certain values are ordered before more certain ones.
    public static func < (a: Confidence, b: Confidence) -> Bool { a.rank < b.rank }
    private var rank: Int {
      switch self {
      case .possible: 0
      case .likely: 1
      case .certain: 2
      }
    }
  }

  /// A reason for a pair.
  public enum Evidence: Sendable, Hashable {
    /// The still and the movie have this identifier.
    case identifier(ContentIdentifier)
    /// Only the extensions of the names differ.
    case stem
    /// The names are equal without the parts of these naming schemes.
    case name([MediaName.Rule])
    /// They are in the same folder.
    case folder
    /// The difference between the times at which they were taken.
    case captureTime(CaptureTime.Distance)
    /// Google Takeout has a file about the still, and none about the movie: it exported both as one item.
    case sidecar
    /// The movie is as short as that of a Live Photo; the value is its duration in seconds.
    case duration(Double)
    /// Both were taken with this camera.
    case model(String)
  }

  /// A contradiction that is not decided; a person has to check it.
  public struct Conflict: Sendable, Hashable {
    /// The kind of a contradiction.
    public enum Kind: String, Sendable, CaseIterable {
      /// Several stills, or several movies, have the same identifier.
      case identifierShared = "identifier-shared"
      /// The names agree, but the identifiers differ.
      case identifiersDiffer = "identifiers-differ"
      /// The names agree, but the files were taken on different days.
      case equalNamesDifferentDays = "equal-names-different-days"
      /// The names agree, but the files were taken at different times of a day.
      case equalNamesDifferentTimes = "equal-names-different-times"
      /// The names agree, but the movie is longer than that of a Live Photo.
      case movieTooLong = "movie-too-long"
      /// There are several candidates with a suitable name or time.
      case ambiguous
      /// A still was edited, but the only movie is that of the original.
      case editedStillOriginalMovie = "edited-still-original-movie"
    }
    /// The kind of the contradiction.
    public var kind: Kind
    /// Indices in ``Pairing/files``, in ascending order.
    public var files: [Int]
  }

  /// The maximum duration of a movie in a pair, in seconds. Movies of Live Photos last up to three seconds,
  /// and some last four.
  public static let longestMovie = 5.5

  /// Finds the files that belong together.
  public init(_ files: some Sequence<LibraryFile>) {
    var sorted = files.sorted { $0.path < $1.path }
    var previous: LibraryPath?
    sorted.removeAll { file in
      defer { previous = file.path }
      return file.path == previous
    }
    var matcher = Matcher(sorted)
    matcher.match()
    let sets = PairGroupBuilder(matcher).build()
    self.files = sorted
    groups = sets.groups
    conflicts = sets.conflicts
  }
}

extension Pairing {
  /// The indices in ``files`` of stills and movies with an identifier whose counterpart is missing.
  public var unpaired: [Int] {
    let paired = Set(groups.lazy.flatMap(\.pairs).flatMap { [$0.still, $0.movie] })
    return files.indices.filter { files[$0].facts.identifier != nil && !paired.contains($0) }
  }
}

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
