import FieldCoding
package import Files
import ISOBMFF
import LivePhotos
package import WorkerClient

/// The files of a run, with what each becomes.
package struct RunFiles {
  package private(set) var files: [Batch.File] = []
  /// Messages about what cannot be found or listed.
  package var problems: [String] = []
  /// The number of movies in folders that belong to no converted photo.
  package private(set) var otherMovieCount = 0
  /// The images in folders whose formats are not converted, by their names in the manifest.
  private var otherPictures: [String] = []
  /// Movies in folders that do not consist of boxes.
  private var otherMovies: [String] = []
  /// Stills with movies that may not belong to them.
  private var unsure: [(still: String, movie: String)] = []
  /// The path of each input, until all are known.
  private var seen: [String: String] = [:]
  /// Movies that may belong to photos, with their names in the manifest, until all files are found.
  private var movies: [String: String] = [:]
  /// The outputs of earlier runs, which are not inputs.
  private var made: MadeOutputs?
  /// The kinds of files that are converted.
  private let kinds: Kinds

  /// Kinds of files.
  package struct Kinds: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let photos = Kinds(rawValue: 1)
    package static let movies = Kinds(rawValue: 2)
    /// Movies become files of another kind, and get other extensions.
    package static let loops = Kinds(rawValue: 4)

    /// The extensions of the files in folders that are converted.
    package var extensions: Set<String> {
      (contains(.photos) ? RunFiles.extensions : [])
        .union(contains(.movies) ? MediaKind.movieExtensions : [])
    }
  }

  /// - Parameters:
  ///   - kinds: which files are converted.
  ///   - paths: files and folders that were named.
  ///   - listed: the files of a list, which keep their path below the output folder if they are at a path.
  ///   - extensions: the extensions of outputs, the one that they get first at the start.
  ///   - avoided: the output folder, which holds no inputs, unless it is an input itself.
  ///   - made: the files that earlier runs wrote.
  ///   - pairs: finds the movies of Live Photos; nil if they are not searched for.
  ///   - lastCopies: outputs of deleted originals, each with the original's name. It is called when the files are
  ///     listed, so that it knows all originals that no longer exist.
  package init(
    _ kinds: Kinds = .photos, _ paths: [String], listed: [String], _ selection: FileSelection,
    avoiding avoided: String,
    besides made: MadeOutputs?, extensions: [String],
    pairs: (([String]) async -> Pairs)?,
    lastCopies: () throws(ConversionError) -> [String: String]
  ) async throws(ConversionError) {
    (self.kinds, self.made) = (kinds, made)
    for path in paths {
      // A folder that does not exist, for example because a disk is missing, must not be skipped silently.
      let isPassedOver = selection.shard != nil || !selection.takes(path.lastPathName)
      if isPassedOver, kind(path) == .nothing {
        problems.append("\(path): \(SystemError.noSuchFile)")
      } else {
        add(path, below: nil, avoiding: avoided)
      }
    }
    for path in listed {
      if SuppliedFiles.contains(path) {
        add(path, below: nil, avoiding: avoided)
      } else if let relative = RelativePath.normalized(path) {
        add(path, below: relative, avoiding: avoided)
      } else {
        problems.append(
          path.pathNames.contains("..")
            ? "\(path): a name with .. in it would be outside of the output folder"
            : "\(path): a list can name files and folders, but not this one; name it as an argument"
        )
      }
    }
    if let pairs, hasMovies {
      let found = await pairs(paths + listed)
      addMovies(found.movies, besides: selection.excluded)
      addStamps(found.stamps)
      unsure = found.unsure
      note(found.unread)
    }
    try name(selection, extensions, lastCopies(), beside: avoided)
  }

  /// The files of folders that were listed before, by their paths below each.
  ///
  /// - Parameter pairs: the movie of each photo that has one.
  package init(
    _ kinds: Kinds, _ trees: [(root: String, paths: Set<String>)], _ selection: FileSelection,
    extensions: [String], pairs: [String: String], lastCopies: [String: String]
  ) {
    self.kinds = kinds
    for (root, paths) in trees {
      for relative in paths.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
        add(relative, of: root, as: relative)
      }
    }
    addMovies(pairs, besides: selection.excluded)
    name(selection, extensions, lastCopies, beside: "")
  }

  /// A sentence about images that are left out because of their format; nil if there are none.
  package var leftOutPictures: String? {
    guard let first = otherPictures.first else { return nil }
    return otherPictures.count == 1
      ? "\(first): is left out, because its format is not converted"
      : "\(counted(otherPictures.count, "image")), such as \(first), are left out, because their formats are not converted"
  }

  /// A sentence about movies that are left out because of their containers; nil if there are none.
  package var leftOutMovies: String? {
    guard kinds.contains(.movies), let first = otherMovies.first else { return nil }
    return otherMovies.count == 1
      ? "\(first): is left out; boxwalk remux makes an MP4 file of it"
      : "\(counted(otherMovies.count, "movie")), such as \(first), are left out; boxwalk remux makes MP4 files of them"
  }

  /// A sentence about movies that may belong to photos, but not surely; nil if there are none.
  package var unsureMovies: String? {
    let converted = unsure.isEmpty ? [] : Set(files.lazy.filter { $0.movie == nil }.map(\.path))
    let left = unsure.filter { converted.contains($0.still) && !converted.contains($0.movie) }
    guard let first = left.first else { return nil }
    let name = first.movie.lastPathName
    return left.count == 1
      ? "\(first.still): \(name), which may be its movie, stays where it is; --confidence possible takes it along"
      : "\(counted(left.count, "movie")) that may belong to photos, such as \(name), stay where they are; --confidence possible takes them along"
  }

  /// Leaves out unwanted files, and gives all others the names of their outputs.
  private mutating func name(
    _ selection: FileSelection, _ extensions: [String], _ lastCopies: [String: String],
    beside folder: String
  ) {
    files.removeAll { !selection.takes($0.input) }
    otherPictures.removeAll { !selection.takes($0) }
    otherMovies.removeAll { !selection.takes($0) }
    otherMovieCount = movies.count - files.count { $0.movie != nil }
    if !kinds.contains(.movies) { otherMovieCount += otherMovies.count }
    // All files get names, so that every shard knows the names of the others.
    let kept = folder.isEmpty ? [] : keptNames(extensions, folder)
    // A movie keeps its extension, unless it becomes a loop.
    let keeping =
      kinds.contains(.loops) ? [] : Set(files.lazy.filter(\.isMovie).map(\.output))
    let outputs = OutputNames.outputs(
      of: files.map(\.output),
      lastCopies: lastCopies.merging(kept.map { ($0, $0) }) { copy, _ in copy }
    ) { keeping.contains($0) ? $0.splitAtExtension.ending : ".\(extensions.first ?? "")" }
    for index in files.indices where !kept.contains(files[index].output) {
      files[index].output = outputs[index]
    }
    if let shard = selection.shard { files.removeAll { !shard.takes($0.input) } }
    (seen, movies) = ([:], [:])
  }

  /// Files that are in the output folder, and called as outputs are: those names are theirs.
  private mutating func keptNames(_ extensions: [String], _ folder: String) -> Set<String> {
    var names: Set<String> = []
    for file in files
    where !file.isMovie
      && extensions.contains(file.output.fileExtension.lowercased())
    {
      let output = folder.asFolder + file.output
      if looking({ () throws(SystemError) in try isSameFile(file.path, output) }) == true {
        names.insert(file.output)
      }
    }
    return names
  }

  /// The result of a query about a file; nil if the system cannot tell, which is reported.
  private mutating func looking<Value>(_ look: () throws(SystemError) -> Value) -> Value? {
    do throws(SystemError) { return try look() } catch {
      problems.append("\(error)")
      return nil
    }
  }

  /// Whether an earlier run wrote a file; nil if that cannot be found out, which is a problem.
  private mutating func isMade(_ path: String) -> Bool? {
    guard let made else { return false }
    return looking { () throws(SystemError) in try made.contains(path) }
  }

  private mutating func kind(_ path: String) -> PathKind? {
    looking { () throws(SystemError) in try PathKind(path) }
  }

  /// - Parameter name: the path's name in the output folder; nil for its last component, or for nothing if it is a
  ///   folder.
  private mutating func add(_ path: String, below name: String?, avoiding avoided: String) {
    guard let kind = kind(path) else { return }
    guard kind == .folder else { return add(path, as: name ?? path.lastPathName) }
    let root = path.withoutLastSlashes
    let tree = InputTree(
      root, extensions: kinds.extensions.union(MediaKind.movieExtensions), avoiding: avoided)
    problems += tree.problems
    if kinds.contains(.photos), !kinds.contains(.loops) {
      otherPictures += tree.otherPictures.map { relative in
        name.map { "\($0)/\(relative)" } ?? relative
      }
    }
    otherMovies += tree.otherMovies.map { relative in
      name.map { "\($0)/\(relative)" } ?? relative
    }
    for relative in tree.paths {
      add(relative, of: root, as: name.map { "\($0)/\(relative)" } ?? relative)
    }
  }

  /// A file of a folder: a photo, or one that may be the movie of a photo.
  private mutating func add(_ relative: String, of root: String, as name: String) {
    if kinds.extensions.contains(InputTree.ending(of: root.asFolder + relative)) {
      add(root.asFolder + relative, as: name)
    } else if isMade(root.asFolder + relative) != true {
      movies[root.asFolder + relative] = name
    }
  }

  /// Whether there may be movies, according to the names: without movies, nothing has to be read.
  private var hasMovies: Bool {
    !movies.isEmpty
      || files.contains {
        MediaKind.movieExtensions.contains($0.path.fileExtension.lowercased())
      }
  }

  /// Assigns movies to photos. If the user named a movie as an input, it is then not converted by itself.
  ///
  /// - Parameter pairs: movies by their stills.
  private mutating func addMovies(_ pairs: [String: String], besides excluded: [GlobPattern]) {
    guard !pairs.isEmpty else { return }
    var found: [String: String] = [:]
    for (still, movie) in pairs { found[RunFiles.key(still)] = movie }
    var names = Dictionary(movies.map { (RunFiles.key($0), ($0, $1)) }) { a, _ in a }
    for file in files { names[RunFiles.key(file.path)] = (file.path, file.input) }
    var taken: Set<String> = []
    for index in files.indices {
      guard let movie = found[RunFiles.key(files[index].path)],
        let (path, input) = names[RunFiles.key(movie)],
        !excluded.contains(where: { $0.matches(input) })
      else { continue }
      files[index].movie = Batch.Movie(path: path, input: input)
      taken.insert(path)
    }
    files.removeAll { taken.contains($0.path) }
  }

  /// Notes how photos and their movies were when they were found to belong together.
  private mutating func addStamps(_ stamps: [String: [FileStamp]]) {
    let found = Dictionary(stamps.map { (RunFiles.key($0), $1) }) { a, _ in a }
    for index in files.indices where files[index].movie != nil {
      guard let both = found[RunFiles.key(files[index].path)], both.count == 2 else { continue }
      files[index].stamp = both[0]
      files[index].movie?.stamp = both[1]
    }
  }

  /// The result of the search for the movies of Live Photos.
  package struct Pairs {
    /// Movies, by their stills.
    package var movies: [String: String]
    /// Each of those stills and its movie as they were when they were read.
    package var stamps: [String: [FileStamp]]
    /// Stills with movies that may not belong to them, and stay where they are.
    package var unsure: [(still: String, movie: String)]
    /// Files and folders that could not be read, and why.
    package var unread: [(path: String, reason: String)]

    package init(
      movies: [String: String], stamps: [String: [FileStamp]],
      unsure: [(still: String, movie: String)] = [],
      unread: [(path: String, reason: String)]
    ) {
      self.movies = movies
      self.stamps = stamps
      self.unsure = unsure
      self.unread = unread
    }
  }

  /// If it is unknown whether photos have movies, the photos are not converted.
  private mutating func note(_ unread: [(path: String, reason: String)]) {
    let movies = unread.isEmpty ? [] : Set(movies.keys.map(RunFiles.key))
    for (path, reason) in unread {
      let key = RunFiles.key(path)
      let stem = movies.contains(key) ? key.splitAtExtension.stem : nil
      var isTold = false
      for index in files.indices {
        let file = RunFiles.key(files[index].path)
        if file == key || file.path(below: key) != nil {
          files[index].unknownMovie = "\(reason), so that its movie cannot be looked for"
        } else if file.splitAtExtension.stem == stem {
          files[index].unknownMovie =
            "\(path), which may be its movie, \(reason); --live skip converts it without a movie"
        } else {
          continue
        }
        isTold = true
      }
      // A folder that cannot be listed was reported already.
      if !isTold, !problems.contains(where: { $0.hasPrefix(path) }) {
        problems.append("\(path): \(reason)")
      }
    }
  }

  /// A key of a path, which is equal for paths that differ only in slashes.
  private static func key(_ path: String) -> String {
    let slash = UInt8(ascii: "/")
    // Most are as they should be.
    if path.utf8.last != slash,
      !zip(path.utf8, path.utf8.dropFirst()).contains(where: { $0 == (slash, slash) })
    {
      return path
    }
    return (path.isAbsolutePath ? "/" : "") + path.pathNames.joined(separator: "/")
  }

  /// The extensions of the files in folders that are converted.
  package static let extensions = MediaExtensions.photos.union(["png"])

  /// Whether a file is converted as a movie.
  private func isMovie(_ path: String) -> Bool {
    guard kinds.contains(.photos) else { return true }
    return kinds.contains(.movies) && MediaKind.movieExtensions.contains(InputTree.ending(of: path))
  }

  private mutating func add(_ path: String, as relative: String) {
    guard isMade(path) == false else { return }
    // A file at an address is identified by its whole name.
    var input = SuppliedFiles.contains(path) ? path : relative
    if let other = seen[input] {
      // Two folders may have files of the same name; each has a separate line in the manifest.
      input = path
      let isSame = looking { () throws(SystemError) in try isSameFile(other, path) }
      if isSame != false || seen[input] != nil { return }
    }
    seen[input] = path
    var file = Batch.File(path: path, input: input, output: relative)
    file.isMovie = isMovie(path)
    if file.isMovie, MediaExtensions.otherMovies.contains(MediaExtensions.of(relative)) {
      // The output is no such container.
      file.output = relative.splitAtExtension.stem + "." + InputTree.ending(of: path)
    }
    files.append(file)
  }
}

/// An observer that is called during a run.
public protocol RunObserver: Sendable {
  /// A file is done, as files of one run are in their order, one at a time.
  func write(_ result: Batch.Result)
  /// Shows the progress now and then.
  func show(_ progress: Batch.Progress)
  /// Reports a file that is not converted until it is complete.
  func write(incomplete path: String, _ reason: String)
  /// Shows a message that is not about a single file.
  func message(_ text: String)
  /// Shows the current activity; nil when it has ended.
  func showActivity(_ text: String?)
}
