public import LivePairing
package import SystemAccess

/// Folders with photos and movies, of which some belong together.
///
/// It is a sequence of groups: the files of one picture, or of one burst. Iterating lists the folders
/// with all that is in them, reads the boxes and directories of each file, on all cores, and no media;
/// then it gives group after group. Which files belong together is not known before the last one was
/// read, so the first group comes then.
///
/// ```swift
/// for try await group in LivePhotoLibrary("Pictures") {
///   for pair in group.pairs { print(pair.still.path, pair.movie.path, pair.confidence) }
/// }
/// ```
///
/// Each iteration reads the files again. Hidden files and symbolic links in the folders are passed over.
///
/// A file or an inner folder that cannot be read does not end the iteration: it is told to
/// ``onProblem``, and a file is grouped by its name. A folder of ``folders`` that cannot be read does, with
/// a ``LibraryError``. Cancelling the task stops the reading; `CancellationError` is thrown then.
///
/// Of each file about a kilobyte is kept, whatever its size, and a few files are open at a time.
public struct LivePhotoLibrary: Sendable {
  /// What is searched: folders, with all folders in them, and single files.
  public var folders: [LibraryPath]
  /// Where to keep what files said, so that the next reading opens only files that have changed since;
  /// nil for nowhere. It may be one folder for many libraries, and is made if it is not there.
  public var cacheFolder: LibraryPath?
  /// A folder that is passed over, if it is within those that are searched: where a program writes.
  public var avoidedFolder: LibraryPath?
  /// Answers which files are passed over, too: those that a program wrote beside others.
  package var isLeftOut: @Sendable (LibraryPath) -> Result<Bool, SystemError> = { _ in
    .success(false)
  }
  /// Is told of each file and inner folder that cannot be read, from any task.
  public var onProblem: @Sendable (LibraryError) -> Void
  /// Is told now and then how far the reading is, from any task.
  public var onProgress: @Sendable (Progress) -> Void

  /// How far the reading is.
  public struct Progress: Hashable, Sendable {
    /// The number of files that have been read.
    public var read: Int
    /// The number of files that have to be read.
    public var total: Int
  }

  /// - Parameters:
  ///   - folders: what is searched; see ``folders``.
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

  /// All that is in the library, at once.
  public func contents() async throws -> Contents {
    try await contents(whereFoldersFail: { (error) throws(LibraryError) in throw error })
  }

  /// - Parameter fail: what to do about one of ``folders`` that cannot be read.
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

  /// What was found in a library.
  public struct Contents: Sendable {
    /// All files, and what belongs together.
    public let pairing: Pairing
    /// The files and folders that cannot be read.
    public let problems: [LibraryError]
    package let entries: [LibraryEntry]

    /// The files of each picture or burst, in the order of their first paths.
    public var groups: some RandomAccessCollection<Group> & Sendable {
      pairing.groups.indices.lazy.map { [pairing] in Group($0, of: pairing) }
    }
  }
}

// MARK: - As a sequence

extension LivePhotoLibrary: AsyncSequence {
  /// Reads the library when it is asked for the first group.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// Gives the groups, one after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private enum State {
      case unread(LivePhotoLibrary)
      case read(Pairing, next: Int)
    }
    private var state: State?

    init(_ library: LivePhotoLibrary) { state = .unread(library) }

    /// The next group; nil after the last, and after an error.
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
  /// for try await pair in LivePhotoLibrary("Pictures").pairs where pair.confidence == .certain {
  ///   print(pair.still.path, pair.movie.path)
  /// }
  /// ```
  public var pairs: Pairs { Pairs(library: self) }

  /// The pairs of a library's groups, one after the other; see ``LivePhotoLibrary/pairs``.
  public struct Pairs: AsyncSequence, Sendable {
    fileprivate let library: LivePhotoLibrary

    /// Reads the library when it is asked for the first pair.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(groups: library.makeAsyncIterator())
    }

    /// Gives the pairs, one after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate var groups: LivePhotoLibrary.AsyncIterator
      private var waiting: [Pair] = []

      fileprivate init(groups: LivePhotoLibrary.AsyncIterator) { self.groups = groups }

      /// The next pair; nil after the last, and after an error.
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
