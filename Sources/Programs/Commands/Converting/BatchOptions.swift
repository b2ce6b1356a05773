public import ArgumentParser
public import Conversion
public import Metadata
public import WorkerProtocol

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
