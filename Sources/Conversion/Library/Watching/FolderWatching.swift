import Conversion
package import Files
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
