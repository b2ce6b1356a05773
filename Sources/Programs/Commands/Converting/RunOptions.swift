public import ArgumentParser
public import Conversion
import Library
public import Metadata
import WorkerClient
public import WorkerProtocol

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

/// The options for converting many photos.
struct BatchOptions: ParsableArguments {
  @OptionGroup var run: RunOptions

  @Option(
    help: """
      What to do with movies, and with files that have the format already: copy them, or link them \
      (as hard links).
      """)
  var copies = Copies.copy

  @Flag(
    name: .customLong("quick-copies"),
    help: """
      Check only the structure of files that have the format already. Without this option, each is \
      decoded before it is copied or linked, and fails if it is damaged.
      """)
  var copiesQuickly = false

  @Option(
    help: """
      What to do with the movies of Live Photos: keep them beside the outputs, make a motionphoto \
      of photo and movie, or skip them. Motion photos stay motion photos unless you skip them. The \
      default is keep for folders and lists, and skip for thumbnails. With --watch and \
      motionphoto, a photo waits 30 seconds for its movie, and is converted again if the movie \
      comes later.
      """)
  var live: MovieHandling?

  @OptionGroup var pairing: PairConfidenceOption

  @Flag(
    name: .customLong("delete-originals"),
    help: """
      Delete an original photo, and the movie that was copied with it, when its output is on the \
      disk, was decoded again, shows the same, and lacks nothing. All other originals stay, and \
      the manifest says why. With --watch, a photo of a Live Photo stays until its movie has come.
      """)
  var deletesOriginals = false

  init() {}

  func validate() throws {
    if deletesOriginals, run.hasNoManifest {
      throw ValidationError("--delete-originals needs a manifest.")
    }
  }
}

/// `--copies`
enum Copies: String, ExpressibleByArgument, Sendable, CaseIterable { case copy, link }

extension MovieHandling: ExpressibleByArgument {}
extension MetadataStripping: ExpressibleByArgument {}
extension OutputFormat: ExpressibleByArgument {}
extension OutputColour: ExpressibleByArgument {}
extension Engine: ExpressibleByArgument {}

/// What happens to images if a part of the sandbox is missing.
enum SandboxOption: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// They are decoded, and the user is informed.
  case auto
  /// They are refused.
  case require
}

/// The option of all commands that decode.
struct SandboxOptions: ParsableArguments {
  @Option(
    help: """
      If a part of the sandbox is missing, require decodes nothing, and auto decodes and says so \
      once. boxwalk doctor --security lists the parts.
      """)
  var sandbox = SandboxOption.auto

  func worker(_ program: String) -> Worker {
    Worker(program, requiresSandbox: sandbox == .require)
  }
}
