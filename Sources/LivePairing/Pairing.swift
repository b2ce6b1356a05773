/// Which files of a library belong together: the still and the movie of each Live Photo, and what else
/// there is of the same picture.
///
/// It is computed from values alone, and does not depend on their order.
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
  /// What is contradictory, and was therefore not decided.
  public let conflicts: [Conflict]

  /// Files of one picture, or of one burst.
  public struct Group: Sendable, Equatable {
    /// All files of it, in the order of their paths.
    public var members: [Member]
    /// Its Live Photos: several where there are edits, copies, or frames of a burst.
    public var pairs: [Pair]
    /// Places in ``Pairing/conflicts``.
    public var conflicts: [Int]
  }

  /// A file of a group.
  public struct Member: Sendable, Equatable {
    /// Place in ``Pairing/files``.
    public var file: Int
    /// What it is among the others.
    public var role: Role
  }

  /// What a file is in its group.
  public enum Role: String, Sendable, CaseIterable {
    /// A photo that is half of a pair, or alone.
    case still
    /// A movie that is half of a pair, or alone.
    case movie
    /// A photo that was rendered after an edit.
    case editedStill = "edited still"
    /// A movie that was rendered after an edit.
    case editedMovie = "edited movie"
    /// The raw photo beside a developed one.
    case raw
    /// A frame of a burst that is in no pair.
    case burstFrame = "burst frame"
    /// One more file like one of a pair: a copy, or another rendition.
    case alternative
    /// What an edit did (`.AAE`).
    case adjustments
    /// Metadata in a file of its own.
    case metadata
    /// Anything else.
    case other
  }

  /// A still and its movie.
  public struct Pair: Sendable, Hashable {
    /// Place in ``Pairing/files``.
    public var still: Int
    /// Place in ``Pairing/files``.
    public var movie: Int
    /// How sure it is.
    public var confidence: Confidence
    /// What speaks for it.
    public var evidence: [Evidence]
  }

  /// How sure it is that two files are a pair.
  public enum Confidence: String, Sendable, CaseIterable, Comparable {
    /// The names alone say so, or the times alone.
    case possible
    /// Names and times agree; or identifiers do, and are not the only ones.
    case likely
    /// Both have the same identifier, and nothing else has it.
    case certain

    /// The less sure is less.
    public static func < (a: Confidence, b: Confidence) -> Bool { a.rank < b.rank }
    private var rank: Int {
      switch self {
      case .possible: 0
      case .likely: 1
      case .certain: 2
      }
    }
  }

  /// What speaks for a pair.
  public enum Evidence: Sendable, Hashable {
    /// Both halves bear it.
    case identifier(ContentIdentifier)
    /// The names differ in their extensions only.
    case stem
    /// The names are alike when these habits are taken off.
    case name([MediaName.Rule])
    /// They are in one folder.
    case folder
    /// They were taken at the same time, or so far apart.
    case captureTime(CaptureTime.Distance)
    /// The movie is as short as that of a Live Photo; its duration is in seconds.
    case duration(Double)
    /// Both were taken with this camera.
    case model(String)
  }

  /// Something that is not decided, for a person to look at.
  public struct Conflict: Sendable, Hashable {
    /// What contradicts itself.
    public enum Kind: String, Sendable, CaseIterable {
      /// Several stills, or several movies, have one identifier.
      case identifierShared = "identifier-shared"
      /// The names agree, and the identifiers do not.
      case identifiersDiffer = "identifiers-differ"
      /// The names agree, and the files were taken on different days.
      case equalNamesDifferentDays = "equal-names-different-days"
      /// The names agree, and the files were taken at different times of a day.
      case equalNamesDifferentTimes = "equal-names-different-times"
      /// The names agree, and the movie is longer than that of a Live Photo.
      case movieTooLong = "movie-too-long"
      /// There are several candidates by name, or by time.
      case ambiguous
      /// A still was edited, and the only movie is that of the original.
      case editedStillOriginalMovie = "edited-still-original-movie"
    }
    /// What contradicts itself.
    public var kind: Kind
    /// Places in ``Pairing/files``, ascending.
    public var files: [Int]
  }

  /// Movies of Live Photos last up to three seconds, and some four.
  public static let longestMovie = 5.5

  /// Finds what belongs together among files of any order.
  public init(_ files: some Sequence<LibraryFile>) {
    var sorted = files.sorted { $0.path < $1.path }
    var previous: LibraryPath?
    sorted.removeAll { file in
      defer { previous = file.path }
      return file.path == previous
    }
    var matcher = Matcher(sorted)
    matcher.match()
    let sets = GroupBuilder(matcher).build()
    self.files = sorted
    groups = sets.groups
    conflicts = sets.conflicts
  }
}

extension Pairing {
  /// Stills and movies with an identifier whose other half is not here.
  public var halves: [Int] {
    let paired = Set(groups.lazy.flatMap(\.pairs).flatMap { [$0.still, $0.movie] })
    return files.indices.filter { files[$0].facts.identifier != nil && !paired.contains($0) }
  }
}
