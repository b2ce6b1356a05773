package import Files

/// A library: folders with photos and movies.
///
/// It is a sequence of groups; a group has the files of one image, or of one burst. An iteration lists the
/// folders and their subfolders, and reads the boxes and directories of each file, but not its media, on all
/// cores. Then it returns the groups. Any two files may belong together, so it returns the first group only after
/// it has read the last file.
///
/// ```swift
/// for try await group in LivePhotoLibrary("Images") {
///   for pair in group.pairs { print(pair.still.path, pair.movie.path, pair.confidence) }
/// }
/// ```
///
/// Each iteration reads the files again. Hidden files and symbolic links in the folders are skipped.
///
/// If a file or a subfolder cannot be read, ``onProblem`` is called, and the iteration continues; a file is then
/// grouped by its name. If a folder of ``folders`` cannot be read, the iteration throws a ``LibraryError``. If the
/// task is cancelled, it throws a `CancellationError`.
///
/// The library keeps about 1 kB for each file, whatever its size, and opens only a few files at a time.
public struct LivePhotoLibrary: Sendable {
  /// The folders to search, with their subfolders; single files are allowed, too.
  public var folders: [LibraryPath]
  /// A folder in which the facts of files are cached, so that the next iteration opens only files that have
  /// changed; nil for no cache. Several libraries may use the same folder. It is made if it does not exist.
  public var cacheFolder: LibraryPath?
  /// A folder that is not searched, such as the output folder of a program.
  public var avoidedFolder: LibraryPath?
  /// Decides which other files are skipped: those that a program wrote to the folders of their originals.
  package var isLeftOut: @Sendable (LibraryPath) -> Result<Bool, SystemError> = { _ in
    .success(false)
  }
  /// Is called for each file and subfolder that cannot be read, from any task.
  public var onProblem: @Sendable (LibraryError) -> Void
  /// Is called from time to time with the progress of the reading, from any task.
  public var onProgress: @Sendable (Progress) -> Void

  /// The progress of the reading.
  public struct Progress: Hashable, Sendable {
    /// The number of files that have been read.
    public var read: Int
    /// The number of files that have to be read.
    public var total: Int
  }

  /// - Parameters:
  ///   - folders: the folders to search; see ``folders``.
  ///   - cacheFolder: see ``cacheFolder``.
  ///   - onProblem: see ``onProblem``.
  ///   - onProgress: see ``onProgress``.
  public init(
    _ folders: [LibraryPath], cacheFolder: LibraryPath? = nil,
    onProblem: @escaping @Sendable (LibraryError) -> Void = { _ in },
    onProgress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) {
    self.folders = folders
    self.cacheFolder = cacheFolder
    self.onProblem = onProblem
    self.onProgress = onProgress
  }

  /// A library of one folder, without a cache.
  public init(_ folder: String) { self.init([LibraryPath(folder)]) }

  /// Reads the library, and returns everything that is in it.
  ///
  /// Throws if one of the folders cannot be read, or if the task is cancelled.
  public func contents() async throws -> Contents {
    try await contents(whereFoldersFail: { (error) throws(LibraryError) in throw error })
  }

  /// - Parameter fail: handles one of ``folders`` that cannot be read.
  package func contents(
    whereFoldersFail fail: (LibraryError) throws(LibraryError) -> Void
  ) async throws -> Contents {
    let scan = LibraryScan(
      folders, avoiding: avoidedFolder, leavingOut: isLeftOut, onProblem: onProblem)
    for error in scan.failures { try fail(error) }
    try Task.checkCancellation()
    let (files, problems) = try await scan.read(
      cachedIn: cacheFolder, onProblem: onProblem, onProgress: onProgress)
    return Contents(
      pairing: Pairing(files), problems: scan.problems + problems, entries: scan.entries)
  }

  /// The content of a library.
  public struct Contents: Sendable {
    /// All files, and the groups of files that belong together.
    public let pairing: Pairing
    /// The files and folders that cannot be read.
    public let problems: [LibraryError]
    package let entries: [LibraryEntry]

    /// The files of each image or burst, in the order of their first paths.
    public var groups: some RandomAccessCollection<Group> & Sendable {
      pairing.groups.indices.lazy.map { [pairing] in Group($0, of: pairing) }
    }
  }
}

// MARK: - As a sequence

extension LivePhotoLibrary: AsyncSequence {
  /// An iterator, which reads the library when the first group is requested.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// An iterator over the groups.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private enum State {
      case unread(LivePhotoLibrary)
      case read(Pairing, next: Int)
    }
    private var state: State?

    init(_ library: LivePhotoLibrary) { state = .unread(library) }

    /// The next group; nil after the last, and after an error.
    ///
    /// Throws if one of the folders cannot be read, or if the task is cancelled.
    public mutating func next() async throws -> Group? {
      switch state {
      case nil: return nil
      case .unread(let library):
        state = nil
        state = .read(try await library.contents().pairing, next: 0)
        return try await next()
      case .read(let pairing, let index):
        do { try Task.checkCancellation() } catch {
          state = nil
          throw error
        }
        guard index < pairing.groups.count else {
          state = nil
          return nil
        }
        state = .read(pairing, next: index + 1)
        return Group(index, of: pairing)
      }
    }
  }

  /// The Live Photos of the library: the pairs of all groups.
  ///
  /// ```swift
  /// for try await pair in LivePhotoLibrary("Images").pairs where pair.confidence == .certain {
  ///   print(pair.still.path, pair.movie.path)
  /// }
  /// ```
  public var pairs: Pairs { Pairs(library: self) }

  /// The pairs of a library's groups, one after the other; see ``LivePhotoLibrary/pairs``.
  public struct Pairs: AsyncSequence, Sendable {
    fileprivate let library: LivePhotoLibrary

    /// An iterator, which reads the library when the first pair is requested.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(groups: library.makeAsyncIterator())
    }

    /// An iterator over the pairs.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate var groups: LivePhotoLibrary.AsyncIterator
      private var waiting: [Pair] = []

      fileprivate init(groups: LivePhotoLibrary.AsyncIterator) { self.groups = groups }

      /// The next pair; nil after the last, and after an error.
      ///
      /// Throws if one of the folders cannot be read, or if the task is cancelled.
      public mutating func next() async throws -> Pair? {
        while waiting.isEmpty {
          guard let group = try await groups.next() else { return nil }
          waiting = group.pairs.reversed()
        }
        return waiting.removeLast()
      }
    }
  }
}

extension LivePhotoLibrary {
  /// The files of one image, or of one burst: the two files of Live Photos, edits, copies, raw photos and
  /// sidecar files. A single photo is a group of one file.
  public struct Group: Hashable, Sendable {
    /// The members in the order of their paths.
    public var members: [Member]
    /// The Live Photos of the group: several if there are edits, copies, or frames of a burst; often none.
    public var pairs: [Pair]
    /// The contradictions that involve these files, which are not decided.
    public var conflicts: [Conflict]
  }

  /// A file of a group.
  public struct Member: Hashable, Sendable {
    /// The path of the file, and the facts that it states.
    public var file: LibraryFile
    /// The role of the file in the group.
    public var role: Pairing.Role
  }

  /// A Live Photo: a still and its movie.
  public struct Pair: Hashable, Sendable {
    /// The photo.
    public var still: LibraryFile
    /// The movie.
    public var movie: LibraryFile
    /// How certain it is that they belong together.
    public var confidence: Pairing.Confidence
    /// The reasons for the pair.
    public var evidence: [Pairing.Evidence]

    /// The identifier of both files; nil if one of them does not have it.
    public var identifier: ContentIdentifier? {
      still.facts.identifier == movie.facts.identifier ? still.facts.identifier : nil
    }
  }

  /// A contradiction that is not decided; a person has to check it.
  public struct Conflict: Hashable, Sendable {
    /// The kind of the contradiction.
    public var kind: Pairing.Conflict.Kind
    /// The files that contradict each other; some may be in other groups.
    public var files: [LibraryFile]
  }
}

extension LivePhotoLibrary.Group {
  init(_ index: Int, of pairing: Pairing) {
    let (group, files) = (pairing.groups[index], pairing.files)
    members = group.members.map { .init(file: files[$0.file], role: $0.role) }
    pairs = group.pairs.map {
      .init(
        still: files[$0.still], movie: files[$0.movie], confidence: $0.confidence,
        evidence: $0.evidence)
    }
    conflicts = group.conflicts.map { number in
      let conflict = pairing.conflicts[number]
      return .init(kind: conflict.kind, files: conflict.files.map { files[$0] })
    }
  }
}
