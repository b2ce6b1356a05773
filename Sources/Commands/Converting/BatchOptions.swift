public import ArgumentParser
public import CodecJob
public import StillConversion
public import StillMetadata

/// How many photos are converted.
public struct BatchOptions: ParsableArguments {
  @OptionGroup var run: RunOptions

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
    if deletesOriginals, run.hasNoManifest {
      throw ValidationError("--delete-originals is nothing without a manifest.")
    }
  }
}

/// `--copies`
public enum Copies: String, ExpressibleByArgument, Sendable, CaseIterable { case copy, link }

extension MovieHandling: ExpressibleByArgument {}
extension MetadataStripping: ExpressibleByArgument {}
extension OutputFormat: ExpressibleByArgument {}
extension OutputColour: ExpressibleByArgument {}
extension Engine: ExpressibleByArgument {}
