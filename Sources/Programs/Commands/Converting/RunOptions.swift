import ArgumentParser
import Library

/// The options for converting many files: which, how many at once, and the manifest of earlier runs.
struct RunOptions: ParsableArguments {
  @Option(
    help: "Files to convert at once; by default one photo for each core, and one movie.")
  var jobs: Int?

  @Option(
    help: """
      The memory that all jobs may use together, such as 2G or 512M; a file waits until enough is \
      free. The default is half of the memory of the machine.
      """)
  var memory: MemorySize?

  @Option(
    help: """
      Take only files that match this pattern, such as '*.heic' or '2023/**'; can be repeated. A \
      pattern without a slash matches names of files and folders. Upper and lower case are the \
      same.
      """)
  var include: [GlobPattern] = []

  @Option(help: "Leave out files that match this pattern; can be repeated.")
  var exclude: [GlobPattern] = []

  @Option(
    help: """
      Take only this part of the files, such as 0/4, 1/4, 2/4 or 3/4. The part depends only on the \
      path of a file.
      """)
  var shard: BatchShard?

  @Option(
    help: """
      The manifest: a line of JSON says what became of each file. The default, for folders and \
      lists, is .boxwalk/manifest.jsonl in the output folder. Files that it lists as done are not \
      done again.
      """,
    completion: .file())
  var manifest: String?

  @Flag(
    name: .customLong("no-manifest"),
    help: "Keep no manifest, and do not read that of earlier runs.")
  var hasNoManifest = false

  @Flag(
    help: "Compare inputs and outputs of earlier runs by their bytes, not by size and time only.")
  var check = false

  @Flag(
    name: .customLong("watch"),
    help: """
      When all files are done, wait for new ones, and convert each as soon as it is complete; \
      Ctrl-C or SIGTERM ends the command. The movie of a Live Photo may come before or after its \
      photo.
      """)
  var isWatching = false

  init() {}

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs has to be 1 to 1024.") }
    if hasNoManifest, manifest != nil || check {
      throw ValidationError("--no-manifest cannot be used with --manifest or --check.")
    }
    if isWatching, hasNoManifest {
      throw ValidationError("--watch needs the manifest, to know which files are done.")
    }
  }

  var selection: FileSelection {
    var selection = FileSelection()
    selection.included = include
    selection.excluded = exclude
    selection.shard = shard
    return selection
  }

  /// The usual path of the manifest in the folder. Shards that run at the same time have one each.
  var usualManifest: String {
    ".boxwalk/manifest\(shard.map { "-\($0.index)-of-\($0.count)" } ?? "").jsonl"
  }
}

extension GlobPattern: ExplainedArgument {
  static let form = "a pattern in which each [ has its ], such as IMG_[0-9]*; [[] is the character"

  init?(argument: String) {
    self.init(argument)
    if hasOpenBracket { return nil }
  }
}

extension BatchShard: ExplainedArgument {
  static let form = "a number from 0 and the count of parts, such as 0/4, 1/4, 2/4 or 3/4"

  init?(argument: String) { self.init(argument) }
}
