import Conversion
package import Files
import LivePhotos
import Synchronization
package import WorkerClient

/// A run that continues, and converts files that are added to folders.
///
/// The system reports changes; if it cannot, all folders are searched from time to time. A file is converted when its
/// size and time have not changed for a moment. If the end of the file is missing, the batch leaves it, and it is
/// converted when it has changed again.
///
/// The still and the movie of a Live Photo may arrive in any order. A photo is converted when it arrives, and again when its movie
/// has arrived, so that the final result is the same as that of a single run. If the movie becomes a part of the photo,
/// a photo that states that it has a movie waits for it for a short time.
package struct FolderWatching {
  /// The time for which a file has to be unchanged, in seconds.
  static let rest = 1.0
  /// The time for which a file may be incomplete before the user is informed, in seconds.
  static let patience = 10.0
  /// The period of searches if the system does not report changes, in seconds.
  private static let period = 10.0
  /// The time for which a photo waits for a movie that becomes a part of it, in seconds.
  static let movieWait = 30.0

  let batch: Batch
  /// Whether photos at once divide the cores among them.
  let sharesCores: Bool
  let kinds: RunFiles.Kinds
  let selection: FileSelection
  /// The extension of outputs.
  let pathExtension: String
  let outputFolder: String
  let observer: any RunObserver

  struct Waiting {
    var stamp: FileStamp
    var since: ContinuousClock.Instant
    /// Whether it came while we watched.
    var isNew: Bool
    /// The reason why the file was incomplete when it was due; nil if it is not known to be.
    var missingEnd: String?
  }

  /// Whether a watched folder was removed.
  package private(set) var hasLostFolders = false
  var trees: [(root: String, paths: Set<String>)]
  /// The stamp of each file when it was last processed, or skipped for good.
  var taken: [String: FileStamp] = [:]
  /// Files that are new or have changed, and those whose end is missing.
  var waiting: [String: Waiting] = [:]
  /// Files and folders about which a message was printed.
  var told: Set<String> = []
  /// The outputs of files under their last names.
  var outputs: [String: String] = [:]
  /// The facts about all files, unless movies are left out.
  var library: WatchedLibrary?
  /// The movies that photos had when they were converted.
  var movies: [String: Batch.Movie] = [:]
  /// Converted photos whose movies may still be added.
  var awaiting: Set<String> = []

  package init(
    _ batch: Batch, _ kinds: RunFiles.Kinds, sharesCores: Bool, _ folders: [String],
    _ selection: FileSelection, extension: String, outputFolder: String, observer: any RunObserver
  ) {
    (self.batch, self.kinds) = (batch, kinds)
    self.sharesCores = sharesCores
    self.selection = selection
    pathExtension = `extension`
    self.outputFolder = outputFolder
    self.observer = observer
    trees = folders.map { ($0.withoutLastSlashes, []) }
    if kinds.contains(.photos), batch.conversion.options.movies != .skip {
      library = WatchedLibrary()
    }
  }

  /// The extensions of relevant files.
  private var extensions: Set<String> {
    library == nil ? kinds.extensions : kinds.extensions.union(WatchedLibrary.extensions)
  }

  /// The reason why outputs cannot be in a folder while others are watched; nil if they can.
  package static func refusal(
    _ folders: [String], _ output: String
  ) throws(SystemError) -> String? {
    guard let output = try pathWithoutLinks(output) else { return nil }
    for folder in folders {
      guard let real = try pathWithoutLinks(folder) else { continue }
      if real == output || real.path(below: output) != nil {
        return "\(folder) is in the output folder, so that outputs would be taken for photos"
      }
    }
    return nil
  }

  /// - Returns: the reason for stopping; nil if it was asked to stop, or if the folders no longer exist.
  package mutating func run() -> ConversionError? {
    var watch = try? FolderWatch()
    if watch == nil { sayThatItLooks("the system does not report changes in folders") }
    walk(&watch, isFirst: true)
    while !trees.isEmpty, !EndSignals.haveCome {
      if let failure = convertRested() { return failure }
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

  /// The number of files that are incomplete.
  package var incompleteCount: Int { waiting.values.count { $0.missingEnd != nil } }

  /// The time until something has to be done without a report of the system, in seconds.
  private func pause(isTold: Bool) -> Double? {
    // The system says nothing of a file that is being written until it is closed.
    if waiting.values.contains(where: { $0.missingEnd == nil }) { return FolderWatching.rest / 2 }
    if !waiting.isEmpty { return FolderWatching.patience / 4 }
    return isTold ? nil : FolderWatching.period
  }

  private func sayThatItLooks(_ reason: String) {
    observer.message(
      "\(reason); all folders are searched every \(Int(FolderWatching.period)) seconds")
  }

  // MARK: Existing files

  /// Searches all folders.
  private mutating func walk(_ watch: inout FolderWatch?, isFirst: Bool = false) {
    let gone = Set(trees.map(\.root).filter(FolderWatching.isGone))
    for root in trees.map(\.root) where gone.contains(root) {
      hasLostFolders = true
      observer.message("\(root) is no longer there; no new files can appear in it")
    }
    trees.removeAll { gone.contains($0.root) }
    var found: [InputTree] = []
    let extensions = extensions
    func list(_ enter: (String) -> Void) {
      for (root, _) in trees {
        found.append(
          InputTree(root, extensions: extensions, avoiding: outputFolder, entering: enter))
      }
    }
    // Each folder is watched before it is listed, so that nothing comes unseen in between.
    if let watching = watch {
      if !watching.watch(list) {
        watch = nil
        sayThatItLooks("the system cannot watch more folders (fs.inotify.max_user_watches)")
      }
    } else {
      list { _ in }
    }
    // Files that are found together are processed together.
    let now = ContinuousClock.now
    var missing = Set(taken.keys)
    for (index, tree) in found.enumerated() {
      for problem in tree.problems where told.insert(problem).inserted { observer.message(problem) }
      // Removed files keep their names, like their outputs.
      trees[index].paths.formUnion(tree.paths)
      for path in tree.paths.map({ trees[index].root.asFolder + $0 }) {
        missing.remove(path)
        look(at: path, since: now, isNew: !isFirst)
      }
    }
    for path in missing where BytePath(Array(path.utf8)).isMissing { forget(path) }
  }

  /// Whether it is certain that the folder no longer exists.
  private static func isGone(_ root: String) -> Bool {
    do throws(SystemError) { return try PathKind(root) != .folder } catch { return false }
  }

  /// Notes the kind of a file.
  mutating func look(
    at path: String, since start: ContinuousClock.Instant = .now, isNew: Bool = true
  ) {
    let now: FileStamp?
    do throws(SystemError) { now = try FileStamp(path) } catch {
      if told.insert("\(error)").inserted { observer.message("\(error)") }
      return
    }
    guard let stamp = now else { return forget(path) }
    guard taken[path] != stamp else {
      waiting[path] = nil
      return
    }
    guard waiting[path]?.stamp != stamp else { return }
    // A link in a folder is not followed, and files of other kinds are not meant.
    guard (try? BytePath(Array(path.utf8)).status())?.kind == .file, add(path) else { return }
    library?.forgetMovie(path)
    waiting[path] = Waiting(stamp: stamp, since: start, isNew: isNew)
  }

  /// A file no longer exists. Its outputs are kept; if it is added again, it is examined again.
  mutating func forget(_ path: String) {
    waiting[path] = nil
    taken[path] = nil
    movies[path] = nil
    awaiting.remove(path)
    library?.forget(path)
  }

  /// Adds a file to those that are known. False if it is not meant.
  private mutating func add(_ path: String) -> Bool {
    for index in trees.indices {
      guard let relative = path.path(below: trees[index].root) else { continue }
      guard InputTree.isMeant(relative, extensions) else { continue }
      let (_, known) = trees[index].paths.insert(relative)
      if known.utf8.elementsEqual(relative.utf8) { return true }
      // Swift treats both as one name, and so do some file systems.
      if told.insert(path).inserted {
        observer.message(
          "\(path): is left out, because another file has the same name, with letters composed in another way"
        )
      }
      return false
    }
    return false
  }
}

/// The processing of new files.
extension FolderWatching {
  /// Converts the files that have not changed for a moment.
  mutating func convertRested() -> ConversionError? {
    var due = rested()
    let hasNewPairs = read(&due)
    sayWhatIsIncomplete(after: FolderWatching.patience)
    guard !due.isEmpty || hasNewPairs, !EndSignals.haveCome else { return nil }

    let all = named()
    let files = all.filter { hasChanged($0, due) }
    outputs = Dictionary(all.map { ($0.path, $0.output) }, uniquingKeysWith: { a, _ in a })
    let left = Mutex<[String: String?]>([:])
    let observer = observer
    var batch = batch
    // A single photo may use all cores, which several would have shared.
    if files.count == 1, sharesCores { batch.useAllCores() }
    let failure = batch.run(
      files, among: all,
      each: { result in
        if result.missingEnd != nil || result.isLeft {
          left.withLock { $0[result.file.path] = .some(result.missingEnd) }
        } else {
          observer.write(result)
        }
      }, progress: observer.show)
    observer.showActivity(nil)
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
      let found: FileStamp?
      // If the system cannot tell now, it is tried again.
      do throws(SystemError) { found = try FileStamp(path) } catch { continue }
      guard let stamp = found else {
        forget(path)
        continue
      }
      if stamp != file.stamp {
        library?.forgetMovie(path)
        waiting[path] = Waiting(stamp: stamp, since: now, isNew: true)
      } else if file.missingEnd == nil, now - file.since >= .seconds(FolderWatching.rest),
        // Bytes that are written to a deleted file would be lost.
        !batch.deletesOriginals || (try? isOpenForWriting(path)) != true
      {
        due[path] = stamp
      }
    }
    return due
  }

  /// Groups files, and leaves incomplete movies, and photos that wait.
  ///
  /// - Returns: whether the groups have changed.
  private mutating func read(_ due: inout [String: FileStamp]) -> Bool {
    let observer = observer
    guard let incomplete = library?.read(due, progress: { observer.showActivity($0) }) else {
      return false
    }
    observer.showActivity(nil)
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

  /// Whether the movie of a photo may still be added: the photo states that it has one, or one with its name is being
  /// written.
  private func awaitsMovie(_ path: String, _ coming: Set<String>) -> Bool {
    guard let library, library.pairs[path] == nil else { return false }
    return library.hasIdentifier(path)
      || !coming.isEmpty && coming.contains(path.splitAtExtension.stem)
  }

  /// The names of incomplete movies, without their extensions.
  private var comingMovies: Set<String> {
    Set(
      waiting.keys.lazy.filter { InputTree.isMeant($0, MediaKind.movieExtensions) }
        .map { $0.splitAtExtension.stem })
  }

  /// All files with the names of their outputs, and with their movies.
  private func named() -> [Batch.File] {
    var files = RunFiles(
      kinds, trees, selection, extensions: [pathExtension], pairs: library?.pairs ?? [:],
      lastCopies: batch.journal?.lastCopies ?? [:]
    ).files
    let coming = comingMovies
    for index in files.indices {
      files[index].stamp = library?.stamp(files[index].path)
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
    // A new file may have the name of an earlier one.
    if outputs[file.path, default: file.output] != file.output { return true }
    if let movie = file.movie { return movies[file.path] != movie }
    // A movie that was removed or is being written changes nothing; one that belongs to another photo does.
    if let movie = movies[file.path], library?.stamp(movie.path) != nil { return true }
    return awaiting.contains(file.path) && !file.awaitsMovie
  }

  /// Notes the results.
  ///
  /// - Parameter left: files that were left for later, some because their end is missing.
  private mutating func take(
    _ due: [String: FileStamp], _ files: [Batch.File], but left: [String: String?]
  ) {
    for (path, stamp) in due {
      // If the run ends before this file is begun, the next run does it.
      taken[path] = stamp
      if let reason = left[path] ?? nil {
        waiting[path]?.missingEnd = reason
      } else {
        waiting[path] = nil
        // Another program may have continued to write it.
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

  /// Informs the user about incomplete files, once for each.
  mutating func sayWhatIsIncomplete(after patience: Double) {
    let late = waiting.filter { _, file in
      file.missingEnd != nil && ContinuousClock.now - file.since >= .seconds(patience)
    }
    for (path, file) in late.sorted(by: { $0.key < $1.key }) where told.insert(path).inserted {
      observer.write(incomplete: path, file.missingEnd ?? "")
    }
  }
}
