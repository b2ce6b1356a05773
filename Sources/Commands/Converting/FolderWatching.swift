import Conversion
import FileAccess
import Synchronization

/// A run that stays, and converts what comes into folders.
///
/// The system says where something has changed, and where it cannot, all folders are looked through
/// now and then. A file is taken when its size and time have been the same for a moment; the batch
/// leaves it if its end is missing, and then it is taken again when it has changed.
struct FolderWatching {
  /// So long a file has to stay as it is, in seconds.
  private static let rest = 1.0
  /// After so long a person is told of a file whose end is missing.
  private static let patience = 10.0
  /// So often all is looked through where the system does not say what changes.
  private static let period = 10.0

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
  }

  /// Why outputs cannot be in a folder while others are watched; nil if they can.
  static func refusal(_ folders: [String], _ output: String) -> String? {
    guard let output = pathWithoutLinks(output) else { return nil }
    let inside = folders.first { folder in
      guard let folder = pathWithoutLinks(folder) else { return false }
      return folder == output || folder.path(below: output) != nil
    }
    return inside.map { "\($0) is in the output folder, so that outputs would be taken for photos" }
  }

  /// - Returns: why it had to stop; nil if it was told to, or if the folders have gone.
  mutating func run() -> ConversionError? {
    var watch = try? FolderWatch()
    if watch == nil { sayThatItLooks("the system does not tell what changes in folders") }
    walk(&watch)
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
  private mutating func walk(_ watch: inout FolderWatch?) {
    for (root, _) in trees where PathKind(root) != .folder {
      hasLostFolders = true
      console.message("\(root) has gone; nothing can come into it")
    }
    trees.removeAll { PathKind($0.root) != .folder }
    var found: [MediaTree] = []
    func list(_ enter: (String) -> Void) {
      for (root, _) in trees {
        found.append(
          MediaTree(
            root, extensions: ConvertInputs.extensions, avoiding: outputFolder, entering: enter))
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
    for (index, tree) in found.enumerated() {
      for problem in tree.problems where told.insert(problem).inserted { console.message(problem) }
      // Names of files that have gone stay theirs, as their outputs do.
      trees[index].paths.formUnion(tree.paths)
      for path in tree.paths { look(at: trees[index].root.asFolder + path) }
    }
  }

  /// Notes what a file is.
  private mutating func look(at path: String) {
    guard let stamp = FileStamp(path), taken[path] != stamp else {
      waiting[path] = nil
      return
    }
    guard waiting[path]?.stamp != stamp else { return }
    // A link in a folder is not followed, and files of other kinds are not meant.
    guard BytePath(Array(path.utf8)).status?.kind == .file, add(path) else { return }
    waiting[path] = Waiting(stamp: stamp, since: .now)
  }

  /// Adds a file to those that are known. False if it is not meant.
  private mutating func add(_ path: String) -> Bool {
    for index in trees.indices {
      guard let relative = path.path(below: trees[index].root) else { continue }
      if trees[index].paths.contains(relative) { return true }
      guard MediaTree.isMeant(relative, ConvertInputs.extensions) else { continue }
      trees[index].paths.insert(relative)
      return true
    }
    return false
  }

  // MARK: What becomes of it

  /// Converts what has been as it is for a moment.
  private mutating func convert() -> ConversionError? {
    let now = ContinuousClock.now
    var due: [String: FileStamp] = [:]
    for (path, file) in waiting {
      guard let stamp = FileStamp(path) else {
        waiting[path] = nil
        continue
      }
      if stamp != file.stamp {
        waiting[path] = Waiting(stamp: stamp, since: now)
      } else if file.missingEnd == nil, now - file.since >= .seconds(FolderWatching.rest) {
        due[path] = stamp
      }
    }
    sayWhatIsIncomplete(after: FolderWatching.patience)
    guard !due.isEmpty else { return nil }

    let all = ConvertInputs(
      trees, selection, extension: pathExtension, lastCopies: batch.journal?.lastCopies ?? [:]
    ).files
    // A file that came may have the name that another one had.
    let files = all.filter {
      due[$0.path] != nil || outputs[$0.path, default: $0.output] != $0.output
    }
    outputs = Dictionary(all.map { ($0.path, $0.output) }, uniquingKeysWith: { a, _ in a })
    let incomplete = Mutex<[String: String]>([:])
    let report = report
    var batch = batch
    // One photo may have all cores, if several would have shared them.
    if files.count == 1, sharesCores { batch.conversion.options.threads = 0 }
    let failure = batch.run(
      files, among: all,
      each: { result in
        if let reason = result.missingEnd {
          incomplete.withLock { $0[result.file.path] = reason }
        } else {
          report.write(result)
        }
      }, progress: report.show)
    console.clearProgress()
    let missing = incomplete.withLock { $0 }
    for (path, stamp) in due {
      if let reason = missing[path] {
        waiting[path]?.missingEnd = reason
      } else {
        // What was ended before this file was begun is done by the next run.
        waiting[path] = nil
        taken[path] = stamp
        // Somebody may have gone on with it.
        look(at: path)
      }
    }
    if let failure { return failure }
    do throws(ConversionError) { try batch.journal?.rest() } catch { return error }
    return nil
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
