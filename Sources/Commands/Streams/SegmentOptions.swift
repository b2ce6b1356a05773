import ArgumentParser

/// The options for joining segments to a movie.
struct SegmentOptions: ParsableArguments, Sendable {
  @Option(
    name: .customLong("init"),
    help: ArgumentHelp(
      """
      The initialization segment. All named files are then one movie, and a folder is a folder of \
      segments, in the order of the numbers in their names.
      """, valueName: "file"),
    completion: .file())
  var start: InputPath?

  @Option(
    help: "The rendition of a playlist or manifest; by default the best video.")
  var rendition: String?

  /// The path or name of the initialization segment.
  var initialization: String? { start?.path }

  init() {}
}
