import ArgumentParser

/// How segments become a movie.
struct SegmentOptions: ParsableArguments, Sendable {
  @Option(
    name: .customLong("init"),
    help: ArgumentHelp(
      """
      The file that segments start with: all files that are named are one movie, and a folder is one of segments, in \
      the order of the numbers in their names.
      """, valueName: "file"),
    completion: .file())
  var start: InputPath?

  @Option(
    help: "Of a playlist or manifest, the rendition with this name; by default the best pictures.")
  var rendition: String?

  /// The path or name of the file that segments start with.
  var initialization: String? { start?.path }

  init() {}
}
