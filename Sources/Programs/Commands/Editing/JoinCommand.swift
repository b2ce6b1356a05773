import ArgumentParser
import Editing
import Files
import ISOBMFF

/// `boxwalk join`
struct JoinCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Joins movies one after the other, without re-encoding.",
    discussion: """
      The movies must have the same codecs, size, bits, colours, sample rate and audio channels. \
      If they differ, the command says where, and how boxwalk transcode makes them alike. Each \
      movie begins where the one before ends, in all tracks at the same time; the edit list skips \
      audio that only the decoder needs. Title, date, location and other metadata come from the first \
      movie. The movies of a folder are joined in the order of their names. -o has to name the new \
      movie, unless --in-place replaces the first one.

      EXAMPLES
        boxwalk join GX010001.MP4 GX020001.MP4 -o whole.mp4
        boxwalk join part*.mov -o movie.mov
      """)

  static var suffix: String { "joined" }
  static var extensions: Set<String> { Inputs.movies }
  static var takesSamples: Bool { true }

  @OptionGroup var files: Inputs
  @OptionGroup var options: EditOptions

  init() {}

  /// The first file is edited.
  var inputs: Inputs { files.paths.first.map { Inputs($0) } ?? files }

  func validate() throws {
    guard options.output != nil || options.isInPlace else {
      throw ValidationError(
        "Name the movie to write: -o FILE. With --in-place, it replaces the first one.")
    }
  }

  func run() throws {
    var command = self
    command.files = try files.eachFile(Self.extensions)
    command.files.arguments.removeAll { $0.path == options.output }
    guard command.files.arguments.count > 1 else {
      throw ValidationError("Name at least two movies.")
    }
    try command.edit()
  }

  func apply(to edit: inout Edit) throws(EditError) {
    _ = try edit.gatherSamples()
    try edit.join(
      files.paths.dropFirst().map { (name) throws(EditError) in (name, try Bytes(file: name)) })
  }
}

extension Bytes {
  /// Another file whose samples an edit uses.
  init(file path: String) throws(EditError) {
    do throws(ByteSourceError) { self = try ByteSource(mapping: path).bytes } catch {
      throw EditError(error).inFile(path)
    }
  }
}
