import ArgumentParser
import FieldCoding
import Files
import ISOBMFF
import Packaging
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

extension JoinedSegments {
  /// Joins the files of segments with their initialization segment; nil, with a message, if one of them cannot be used.
  static func of(
    _ start: String, _ segments: [Inputs.File], _ console: Console
  ) -> JoinedSegments? {
    guard let first = console.bytes(of: start) else { return nil }
    var parts = [(name: start.lastPathName, bytes: first)]
    for segment in inOrder(segments) {
      if (try? isSameFile(segment.path, start)) ?? false { continue }
      guard let bytes = console.bytes(of: segment.path) else { return nil }
      guard BoxFile(bytes).boxes.contains(where: { $0.type == "moof" }) else {
        console.message("\(segment.path): has no fragment (moof): it is not a segment of a movie")
        return nil
      }
      parts.append((segment.relativePath, bytes))
    }
    return joined(parts, console)
  }

  /// Joins parts; nil, with a message, if the disk is full.
  static func joined(_ parts: [(name: String, bytes: Bytes)], _ console: Console)
    -> JoinedSegments?
  {
    joined(console) { () throws(SystemError) in try JoinedSegments(parts) }
  }

  /// Joins what `make` reads; nil, with a message, if the disk is full.
  static func joined(
    _ console: Console, _ make: () throws(SystemError) -> JoinedSegments
  ) -> JoinedSegments? {
    do throws(SystemError) { return try make() } catch {
      console.message("the segments cannot be joined in the folder for temporary files: \(error)")
      return nil
    }
  }

  /// Files that were named keep their order; those of a folder are sorted by the numbers in their names.
  static func inOrder(_ files: [Inputs.File]) -> [Inputs.File] {
    var ordered: [Inputs.File] = []
    var group: [Inputs.File] = []
    func flush() {
      ordered += group.sorted { NumberedName($0.relativePath) < NumberedName($1.relativePath) }
      group = []
    }
    for file in files {
      if file.folder == nil || group.last?.folder != file.folder { flush() }
      if file.folder == nil { ordered.append(file) } else { group.append(file) }
    }
    flush()
    return ordered
  }
}
