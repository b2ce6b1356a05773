import Conversion
import FileAccess
import LivePhoto
import Synchronization

/// A run that stays, and converts what comes into folders.
///
/// The system says where something has changed, and where it cannot, all folders are looked through
/// now and then. A file is taken when its size and time have been the same for a moment; the batch
/// leaves it if its end is missing, and then it is taken again when it has changed.
///
/// The halves of a Live Photo may come in any order. A photo is converted when it is there, and again
/// when its movie has come, so that in the end all is as one run would have made it. Where the movie
/// becomes a part of the photo, one that says that it has a movie waits a little for it.
struct FolderWatching {
  /// So long a file has to stay as it is, in seconds.
  private static let rest = 1.0
  /// After so long a person is told of a file whose end is missing.
  private static let patience = 10.0
  /// So often all is looked through where the system does not say what changes.
  private static let period = 10.0
  /// So long a photo waits for a movie that shall become a part of it.
  private static let movieWait = 30.0

  let batch: Batch
  /// Whether photos at once divide the cores among them.
  let sharesCores: Bool
  let selection: FileSelection
  /// Of outputs.
  let pathExtension: String
  let outputFolder: String
  let report: ConvertReport
  let console: Console

  private struct Waiting {
    var stamp: FileStamp
    var since: ContinuousClock.Instant
    /// Whether it came while we watched.
    var isNew: Bool
    /// Why it was left when it was taken.
    var missingEnd: String?
  }

  /// Whether a folder that was watched has gone.
  private(set) var hasLostFolders = false
  private var trees: [(root: String, paths: Set<String>)]
  /// What each file was when it was last taken, or left for good.
  private var taken: [String: FileStamp] = [:]
  /// Files that are new or have changed, and those whose end is missing.
  private var waiting: [String: Waiting] = [:]
  /// Files and folders of which a person has been told.
  private var told: Set<String> = []
  /// What the files became by the names that they had last.
  private var outputs: [String: String] = [:]
  /// What all files say, unless movies are left alone.
  private var library: WatchedLibrary?
  /// The movies that photos had when they were converted.
  private var movies: [String: Batch.Movie] = [:]
  /// Photos that were converted, and whose movies may still come.
  private var awaiting: Set<String> = []

  init(
    _ batch: Batch, sharesCores: Bool, _ folders: [String], _ selection: FileSelection,
    extension: String, outputFolder: String, report: ConvertReport, console: Console
  ) {
    self.batch = batch
    self.sharesCores = sharesCores
    self.selection = selection
    pathExtension = `extension`
    self.outputFolder = outputFolder
    self.report = report
    self.console = console
    trees = folders.map { ($0.withoutLastSlashes, []) }
    if batch.conversion.options.movies != .skip { library = WatchedLibrary() }
  }

  /// What names of files end in, if they matter.
  private var extensions: Set<String> {
    library == nil
      ? ConvertInputs.extensions : ConvertInputs.extensions.union(WatchedLibrary.extensions)
  }

  /// Why outputs cannot be in a folder while others are watched; nil if they can.
  static func refusal(_ folders: [String], _ output: String) -> String? {
    guard let output = pathWithoutLinks(output) else { return nil }
    let inside = folders.first { folder in
      guard let folder = pathWithoutLinks(folder) else { return false }
      return folder == output || folder.hasPrefix(output.asFolder)
    }
    return inside.map { "\($0) is in the output folder, so that outputs would be taken for photos" }
  }

  /// - Returns: why it had to stop; nil if it was told to, or if the folders have gone.
  mutating func run() -> ConversionError? {
    var watch = try? FolderWatch()
    if watch == nil { sayThatItLooks("the system does not tell what changes in folders") }
    walk(&watch, isFirst: true)
    while !trees.isEmpty, !EndSignals.haveCome {
      if let failure = convert() { return failure }
      if EndSignals.haveCome { break }
      EndSignals.wait(reading: watch?.descriptor, seconds: pause(isTold: watch != nil))
      if let changes = watch?.changes(), !changes.isUnclear {
        for path in changes.files { look(at: path) }
      } else {
        walk(&watch)
      }
    }
    sayWhatIsIncomplete(after: 0)
    return nil
  }

  /// How many files have come without their end.
  var incompleteCount: Int { waiting.values.count { $0.missingEnd != nil } }

  /// How long nothing has to be done unless the system says so, in seconds.
  private func pause(isTold: Bool) -> Double? {
    // Of a file that is being written the system says nothing until it is closed.
    if waiting.values.contains(where: { $0.missingEnd == nil }) { return FolderWatching.rest / 2 }
    if !waiting.isEmpty { return FolderWatching.patience / 4 }
    return isTold ? nil : FolderWatching.period
  }

  private func sayThatItLooks(_ reason: String) {
    console.message("\(reason); all are looked through every \(Int(FolderWatching.period)) seconds")
  }

  // MARK: What is there

  /// Looks through all folders.
  private mutating func walk(_ watch: inout FolderWatch?, isFirst: Bool = false) {
    for (root, _) in trees where PathKind(root) != .folder {
      hasLostFolders = true
      console.message("\(root) has gone; nothing can come into it")
    }
    trees.removeAll { PathKind($0.root) != .folder }
    var found: [MediaTree] = []
    let extensions = extensions
    func list(_ enter: (String) -> Void) {
      for (root, _) in trees {
        found.append(
          MediaTree(root, extensions: extensions, avoiding: outputFolder, entering: enter))
      }
    }
    // Each folder is watched before it is listed, so that nothing comes unseen in between.
    if let watching = watch {
      if !watching.watch(list) {
        watch = nil
        sayThatItLooks("the system watches no more folders (fs.inotify.max_user_watches)")
      }
    } else {
      list { _ in }
    }
    // What is found together is taken together.
    let now = ContinuousClock.now
    for (index, tree) in found.enumerated() {
      for problem in tree.problems where told.insert(problem).inserted { console.message(problem) }
      // Names of files that have gone stay theirs, as their outputs do.
      trees[index].paths.formUnion(tree.paths)
      for path in tree.paths {
        look(at: trees[index].root.asFolder + path, since: now, isNew: !isFirst)
      }
    }
  }

  /// Notes what a file is.
  private mutating func look(
    at path: String, since now: ContinuousClock.Instant = .now, isNew: Bool = true
  ) {
    guard let stamp = FileStamp(path) else { return forget(path) }
    guard taken[path] != stamp else {
      waiting[path] = nil
      return
    }
    guard waiting[path]?.stamp != stamp else { return }
    // A link in a folder is not followed, and files of other kinds are not meant.
    guard BytePath(Array(path.utf8)).status?.kind == .file, add(path) else { return }
    library?.forgetMovie(path)
    waiting[path] = Waiting(stamp: stamp, since: now, isNew: isNew)
  }

  /// A file has gone. What became of it stays; if it comes again, it is looked at again.
  private mutating func forget(_ path: String) {
    waiting[path] = nil
    taken[path] = nil
    movies[path] = nil
    awaiting.remove(path)
    library?.forget(path)
  }

  /// Adds a file to those that are known. False if it is not meant.
  private mutating func add(_ path: String) -> Bool {
    for index in trees.indices where path.hasPrefix(trees[index].root.asFolder) {
      let relative = String(path.dropFirst(trees[index].root.asFolder.count))
      if trees[index].paths.contains(relative) { return true }
      guard MediaTree.isMeant(relative, extensions) else { continue }
      trees[index].paths.insert(relative)
      return true
    }
    return false
  }

  // MARK: What becomes of it

  /// Converts what has been as it is for a moment.
  private mutating func convert() -> ConversionError? {
    var due = rested()
    let hasNewPairs = read(&due)
    sayWhatIsIncomplete(after: FolderWatching.patience)
    guard !due.isEmpty || hasNewPairs, !EndSignals.haveCome else { return nil }

    let all = named()
    let files = all.filter { hasChanged($0, due) }
    outputs = Dictionary(all.map { ($0.path, $0.output) }, uniquingKeysWith: { a, _ in a })
    let left = Mutex<[String: String?]>([:])
    let report = report
    var batch = batch
    // One photo may have all cores, if several would have shared them.
    if files.count == 1, sharesCores { batch.conversion.options.threads = 0 }
    let failure = batch.run(
      files, among: all,
      each: { result in
        if result.missingEnd != nil || result.isLeft {
          left.withLock { $0[result.file.path] = .some(result.missingEnd) }
        } else {
          report.write(result)
        }
      }, progress: report.show)
    console.clearProgress()
    take(due, files, but: left.withLock { $0 })
    if let failure { return failure }
    do throws(ConversionError) { try batch.journal?.rest() } catch { return error }
    return nil
  }

  /// The files that have been as they are for a moment.
  private mutating func rested() -> [String: FileStamp] {
    let now = ContinuousClock.now
    var due: [String: FileStamp] = [:]
    for (path, file) in waiting {
      guard let stamp = FileStamp(path) else {
        forget(path)
        continue
      }
      if stamp != file.stamp {
        library?.forgetMovie(path)
        waiting[path] = Waiting(stamp: stamp, since: now, isNew: true)
      } else if file.missingEnd == nil, now - file.since >= .seconds(FolderWatching.rest) {
        due[path] = stamp
      }
    }
    return due
  }

  /// Finds out what belongs together, and leaves movies whose end is missing, and photos that wait.
  ///
  /// - Returns: whether other files belong together than before.
  private mutating func read(_ due: inout [String: FileStamp]) -> Bool {
    let console = console
    guard let incomplete = library?.read(due, progress: { console.progress($0) }) else {
      return false
    }
    console.clearProgress()
    for (path, reason) in incomplete {
      waiting[path]?.missingEnd = reason
      due[path] = nil
    }
    let hasNewPairs = library?.pair() ?? false
    guard batch.conversion.options.movies == .motionphoto else { return hasNewPairs }
    let coming = comingMovies
    for path in due.keys where awaitsMovie(path, coming) {
      guard let file = waiting[path], file.isNew,
        ContinuousClock.now - file.since < .seconds(FolderWatching.movieWait)
      else { continue }
      due[path] = nil
    }
    return hasNewPairs
  }

  /// Whether the movie of a photo may still come: the photo says that it has one, or one of its name is
  /// being written.
  private func awaitsMovie(_ path: String, _ coming: Set<String>) -> Bool {
    guard let library, library.pairs[path] == nil else { return false }
    return library.lacksMovie(path)
      || !coming.isEmpty && coming.contains(path.splitAtExtension.stem)
  }

  /// What movies that are not all there are called, without their extensions.
  private var comingMovies: Set<String> {
    Set(
      waiting.keys.lazy.filter { MediaTree.isMeant($0, MediaKind.movieExtensions) }
        .map { $0.splitAtExtension.stem })
  }

  /// All files with the names of their outputs, and with their movies.
  private func named() -> [Batch.File] {
    var files = ConvertInputs(
      trees, selection, extension: pathExtension, pairs: library?.pairs ?? [:],
      lastCopies: batch.journal?.lastCopies ?? [:]
    ).files
    let coming = comingMovies
    for index in files.indices {
      if let movie = files[index].movie {
        files[index].movie?.stamp = library?.stamp(movie.path)
      } else {
        files[index].awaitsMovie = awaitsMovie(files[index].path, coming)
      }
    }
    return files
  }

  /// Whether something has to be done about a file.
  private func hasChanged(_ file: Batch.File, _ due: [String: FileStamp]) -> Bool {
    if due[file.path] != nil { return true }
    guard waiting[file.path] == nil else { return false }
    // A file that came may have the name that another one had.
    if outputs[file.path, default: file.output] != file.output { return true }
    if let movie = file.movie { return movies[file.path] != movie }
    // One that has gone, or is being written, changes nothing; one that belongs to another photo does.
    if let movie = movies[file.path], library?.stamp(movie.path) != nil { return true }
    return awaiting.contains(file.path) && !file.awaitsMovie
  }

  /// Notes what was done.
  ///
  /// - Parameter left: files that were left for later, some because their end is missing.
  private mutating func take(
    _ due: [String: FileStamp], _ files: [Batch.File], but left: [String: String?]
  ) {
    for (path, stamp) in due {
      // What was ended before this file was begun is done by the next run.
      taken[path] = stamp
      if let reason = left[path] ?? nil {
        waiting[path]?.missingEnd = reason
      } else {
        waiting[path] = nil
        // Somebody may have gone on with it.
        look(at: path)
      }
    }
    for file in files {
      if let movie = file.movie { look(at: movie.path) }
      guard left[file.path] == nil else {
        taken[file.path] = nil
        look(at: file.path)
        continue
      }
      movies[file.path] = file.movie
      if file.awaitsMovie { awaiting.insert(file.path) } else { awaiting.remove(file.path) }
    }
  }

  /// Tells of files whose end is missing, each once.
  private mutating func sayWhatIsIncomplete(after patience: Double) {
    let late = waiting.filter { _, file in
      file.missingEnd != nil && ContinuousClock.now - file.since >= .seconds(patience)
    }
    for (path, file) in late.sorted(by: { $0.key < $1.key }) where told.insert(path).inserted {
      report.write(incomplete: path, file.missingEnd ?? "")
    }
  }
}
