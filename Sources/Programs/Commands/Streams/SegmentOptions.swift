import ArgumentParser
import Verification

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

  /// Throws if options say something about a stream, and none was named.
  ///
  /// - Parameter listsSegments: whether the command has the option `--segments`.
  func check(_ inputs: [String], listsSegments: Bool = false) throws {
    if rendition != nil, initialization != nil {
      throw ValidationError("Use either --init or --rendition.")
    }
    guard let option = rendition != nil ? "--rendition" : listsSegments ? "--segments" : nil else {
      return
    }
    for path in inputs where path != "-" {
      // Files that cannot be read are reported later.
      guard let bytes = try? ByteSource(mapping: path).bytes, !StreamDocument.looksLike(bytes)
      else { continue }
      throw ValidationError("\(option) is for playlists and manifests, and \(path) is neither.")
    }
  }
}
