public import ArgumentParser
public import CodecJob
public import LibraryRun
public import StillConversion
public import StillMetadata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How many files are converted.
public struct BatchOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: "Photos to convert at once; by default one for each core.")
  var jobs: Int?

  @Option(
    help: """
      What all of them may take of memory together, as 2G or 512M; a photo waits until there is \
      enough. By default half of what the machine has.
      """)
  var memory: MemorySize?

  @Option(
    help: """
      Take only files of this pattern, as '*.heic' or '2023/**'; may be repeated. Patterns without \
      a slash are for names of files and folders. Upper and lower case are the same.
      """)
  var include: [GlobPattern] = []

  @Option(help: "Leave out files of this pattern; may be repeated.")
  var exclude: [GlobPattern] = []

  @Option(
    help: """
      Take only this part of the files, as 0/4, 1/4, 2/4, 3/4: which part a file is in depends on \
      its path alone.
      """)
  var shard: Shard?

  @Option(
    help: """
      Where a line of JSON says what became of each file; by default .boxwalk/manifest.jsonl in the \
      output folder, when folders or lists are converted. What it says is done is not done again.
      """,
    completion: .file())
  var manifest: String?

  @Flag(name: .customLong("no-manifest"), help: "Keep none, and know nothing of earlier runs.")
  var hasNoManifest = false

  @Flag(
    help: "Compare photos and outputs of earlier runs by their bytes, not by size and time only.")
  var check = false

  @Flag(
    name: .customLong("watch"),
    help: """
      When all is done, stay, and convert what comes into the folders as soon as it is complete; \
      Ctrl-C or SIGTERM ends it. The movie of a Live Photo may come before or after its photo.
      """)
  var isWatching = false

  @Option(
    help: """
      What becomes of files that have the format already, and of movies: copy, or link for a hard \
      link.
      """)
  var copies = Copies.copy

  @Flag(
    name: .customLong("quick-copies"),
    help: """
      Look only at the structure of files that have the format already. Otherwise each is decoded as \
      a whole before it is copied or linked, and fails if it is damaged.
      """)
  var copiesQuickly = false

  @Option(
    help: """
      Movies of Live Photos: keep them beside the outputs, make a motionphoto of both, or skip them. \
      Motion photos stay such unless they are skipped. By default keep for folders and lists, but \
      not for thumbnails. With --watch, a photo that shall become a motionphoto waits 30 seconds for \
      its movie, and is made again if that comes later.
      """)
  var live: MovieHandling?

  @Flag(
    name: .customLong("delete-originals"),
    help: """
      Delete each photo of which the output is on the disk, was decoded again and shows the same, \
      with nothing left out, and the movie that was carried along with it. All others stay, and the \
      manifest says why. With --watch, half of a Live Photo stays until its movie has come.
      """)
  var deletesOriginals = false

  public init() {}

  public func validate() throws {
    if deletesOriginals, hasNoManifest {
      throw ValidationError("--delete-originals is nothing without a manifest.")
    }
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs is 1 to 1024.") }
    if hasNoManifest, manifest != nil || check {
      throw ValidationError("--no-manifest leaves nothing for --manifest and --check.")
    }
    if isWatching, hasNoManifest {
      throw ValidationError("--watch has to know what it has done: it needs the manifest.")
    }
  }

  var selection: FileSelection {
    var selection = FileSelection()
    selection.included = include
    selection.excluded = exclude
    selection.shard = shard
    return selection
  }

  /// Where the manifest is in the folder. Shards that run at the same time have one each.
  var usualManifest: String {
    ".boxwalk/manifest\(shard.map { "-\($0.index)-of-\($0.count)" } ?? "").jsonl"
  }

  /// Half of the memory of the machine, or of the group of processes that we are in.
  static var usualMemory: UInt64 {
    let pages = max(0, sysconf(Int32(_SC_PHYS_PAGES)))
    let machine = UInt64(pages) * UInt64(max(0, sysconf(Int32(_SC_PAGESIZE))))
    let group = FileManager.default.contents(atPath: "/sys/fs/cgroup/memory.max")
      .flatMap { UInt64(String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace }) }
    let memory = min(machine > 0 ? machine : 4 << 30, group ?? .max)
    return memory / 2
  }
}

/// `--copies`
public enum Copies: String, ExpressibleByArgument, Sendable, CaseIterable { case copy, link }

/// `512M`, `2G`
public struct MemorySize: ExpressibleByArgument, Sendable {
  var byteCount: UInt64

  public init?(argument: String) {
    let units: [Character: UInt64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
    guard let last = argument.last else { return nil }
    let unit = units[Character(last.uppercased())]
    guard let number = Double(unit == nil ? argument[...] : argument.dropLast()), number > 0,
      number < 1e9
    else { return nil }
    byteCount = UInt64(number * Double(unit ?? 1))
  }
}

extension MovieHandling: ExpressibleByArgument {}

extension GlobPattern: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension Shard: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension MetadataStripping: ExpressibleByArgument {}
extension OutputFormat: ExpressibleByArgument {}
extension OutputColour: ExpressibleByArgument {}
extension Engine: ExpressibleByArgument {}
