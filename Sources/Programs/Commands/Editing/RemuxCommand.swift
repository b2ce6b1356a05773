import ArgumentParser
import Conversion
public import Editing
import Files
import ISOBMFF
import Movie
import Packaging
import Text
import WorkerClient

/// `boxwalk remux`
struct RemuxCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "remux",
    abstract: "Converts movies to other container formats, without re-encoding.",
    discussion: """
      QuickTime (.mov), MP4 (.mp4, .m4v) and audio (.m4a) are converted into each other; the \
      extension of the output or --format names the format. The command proves that every sample \
      keeps its bytes and its times. Tracks, keys, edits and identifiers stay, in the form of the \
      new format. Anything that the new format cannot hold is named, with exit code 1.

      The command also writes Matroska (.mkv), WebM (.webm), MPEG-TS (.ts) and FLV (.flv), and \
      makes MP4 files from these and from AVI, one file at a time: video, audio and texts with \
      times as exact as these containers have them, and metadata and chapters where the new file \
      holds them. WebM is for AV1, VP9 and VP8 with Opus. FLV holds HEVC, AV1, VP9, AC-3, \
      Enhanced AC-3 and Opus as Enhanced RTMP defines: FFmpeg plays HEVC there from version 6.1 \
      on, and such audio from version 8 on; boxwalk transcode --audio aac makes audio that all \
      players know. A frame that is coded as two fields can come back from MPEG-TS as one sample \
      or as two, as FFmpeg reads it; it decodes to the same frame.

      Streams and some recorders use fragments: --fragment makes them, and --defragment puts them \
      together. With --init, the files are segments that follow this initialization segment. \
      --cmaf makes fragments as CMAF requires for streams, with one track in a file: video if the \
      name of the output ends in .cmfv, audio if it ends in .cmfa. boxwalk hls makes all tracks \
      and their playlists.

      EXAMPLES
        boxwalk remux IMG_1234.MOV -o IMG_1234.mp4
        boxwalk remux clips/ --format mov -o movies/
        boxwalk remux movie.mp4 --fragment 4 -o stream.mp4    of 4 s at least
        boxwalk remux movie.mp4 --fragment gop -o stream.mp4
        boxwalk remux stream.mp4 --defragment -o movie.mp4
        boxwalk remux movie.mp4 --cmaf -o pictures.cmfv       a CMAF track
        boxwalk remux --init init.mp4 seg1.m4s seg2.m4s -o movie.mp4
        boxwalk remux movie.mp4 --format m4a                  its audio
        boxwalk remux movie.mp4 -o movie.mkv                  another container
        boxwalk remux recording.ts -o movie.mp4
      """)

  static var suffix: String { "remuxed" }
  static var extensions: Set<String> { Inputs.movies }
  static var takesSamples: Bool { true }

  @Option(
    help: "The new format: mov, mp4, m4v or m4a; by default that of the name of the output.")
  var format: MovieFormat?

  @Option(
    help:
      "Put the samples in fragments of at least this many seconds, or of one group of pictures: gop."
  )
  var fragment: FragmentLength?

  @Flag(help: "Replace fragments by sample tables in the moov box.")
  var defragment = false

  @Flag(
    name: .customLong("cmaf"),
    help: "Make a CMAF track file; without --fragment, fragments last at least a second.")
  var isCMAF = false

  @Option(help: "With --cmaf, divide fragments into chunks of at least this many seconds.")
  var chunk: Double?

  @Option(
    name: .customLong("init"),
    help: "The initialization segment; the inputs are the segments that follow, in their order.",
    completion: .file())
  var start: InputPath?

  @OptionGroup var files: Inputs
  @OptionGroup var options: EditOptions

  init() {}

  /// With `--init`, the initialization segment is the file that is edited.
  var inputs: Inputs { start.map { Inputs($0.path) } ?? files }

  private var target: MovieFormat? {
    format ?? options.output.flatMap { MovieFormat(extension: $0.fileExtension) }
  }

  func validate() throws {
    if fragment != nil, defragment {
      throw ValidationError("Use either --fragment or --defragment.")
    }
    if isCMAF, defragment || !(target.map { $0 == .mp4 } ?? true) {
      throw ValidationError(
        "--cmaf makes fragmented MP4 files: name the output .mp4, .cmfv or .cmfa.")
    }
    if let format, let output = options.output, !output.endsWithSlash,
      let named = MovieFormat(extension: output.fileExtension),
      named != format
    {
      throw ValidationError("\(output) is the name of another format than that of --format.")
    }
    if let chunk, !isCMAF || !(chunk > 0 && chunk < 1e9) {
      throw ValidationError("--chunk has to be a number of seconds, and needs --cmaf.")
    }
    if let start, files.paths.isEmpty, files.list == nil {
      throw ValidationError("Name the segments that follow \(start.path).")
    }
    if start != nil, options.output == nil {
      throw ValidationError("Name the movie to make of the segments: -o FILE.")
    }
    if try ForeignRemux(self) != nil { return }
    if target == nil, fragment == nil, !defragment, !isCMAF, start == nil {
      throw ValidationError(
        "Name the new format: -o with a name that ends in .mov, .mp4, .m4v, .m4a, .mkv, .webm, .ts or .flv, --format, --fragment, --cmaf or --defragment."
      )
    }
  }

  func run() throws {
    guard let foreign = try ForeignRemux(self) else { return try edit() }
    try foreign.run()
  }

  func apply(to edit: inout Edit) throws(EditError) {
    if start != nil { try edit.append(segments: try segments()) }
    let isFragmented = MovieFile(edit.file)?.isFragmented ?? false
    if isFragmented {
      if defragment || fragment != nil || isCMAF { try edit.defragment() }
    } else if start == nil {
      _ = try edit.gatherSamples()
    }
    if isCMAF { return try makeCMAF(&edit) }
    if let target { try edit.remux(to: target) }
    if let fragment { try edit.fragment(every: fragment) }
    if start != nil, fragment == nil { try edit.moveMovie(to: .first) }
  }

  /// Keeps one track, in fragments.
  private func makeCMAF(_ edit: inout Edit) throws(EditError) {
    let tracks = MovieFile(edit.file)?.tracks ?? []
    let handlers: [String: Set<FourCC>] = [
      ".cmfv": ["vide"], ".cmfa": ["soun"], ".cmft": ["text", "sbtl", "subt"],
    ]
    let ending = options.output?.splitAtExtension.ending.lowercased() ?? ""
    let meant = tracks.filter { handlers[ending]?.contains($0.handlerType) ?? true }
    guard let track = meant.first(where: \.isEnabled) ?? meant.first else {
      throw EditError(.notFound, "has no track that a \(ending) file can have")
    }
    guard tracks.count == 1 || handlers[ending] != nil else {
      throw EditError(
        .invalid,
        "has \(tracks.count) tracks, and a CMAF file has one: name the output .cmfv for video or .cmfa for audio; boxwalk hls makes a file of each"
      )
    }
    var layout = CMAFLayout()
    layout.fragments = fragment ?? .seconds(1)
    layout.chunkSeconds = chunk
    try edit.makeCMAF(track: track.id, layout)
    for other in tracks where other.id != track.id {
      edit.lose(["track \(other.id) (\(other.handlerType)) is left out: a CMAF file has one track"])
    }
  }

  static var keepsFormat: Bool { false }

  func newExtension(_ bytes: Bytes, _ path: String) -> String? {
    guard options.output == nil || format != nil, let target,
      target.rawValue != path.fileExtension.lowercased()
    else { return nil }
    return target.rawValue
  }

  private func segments() throws(EditError) -> [Bytes] {
    var problem: String?
    let segments = JoinedSegments.inOrder(files.files(Inputs.movies) { problem = $0 })
    if let problem { throw EditError(.notFound, problem) }
    var all: [Bytes] = []
    for segment in segments {
      if let start, (try? isSameFile(segment.path, start.path)) ?? false { continue }
      all.append(try Bytes(file: segment.path))
    }
    return all
  }
}

extension MovieFormat: ExplainedArgument {
  package static let form =
    "mov, mp4, m4v or m4a; for Matroska, WebM, MPEG-TS and FLV, give the output such a name"

  package init?(argument: String) { self.init(rawValue: argument) }
}

extension FragmentLength: ExplainedArgument {
  package static let form = "gop, or a number of seconds above 0"

  package init?(argument: String) {
    if argument == "gop" {
      self = .group
    } else if let seconds = Double(argument), seconds > 0, seconds < 1e9 {
      self = .seconds(seconds)
    } else {
      return nil
    }
  }
}

/// `boxwalk remux` of a file whose container, or that of the output, is neither MP4 nor QuickTime.
struct ForeignRemux {
  private let input: String
  private let output: String
  /// The container of the output; nil for MP4.
  private let target: ForeignContainer?
  private let options: EditOptions

  /// Nil if all files have containers that this package reads and writes itself. Throws for options that are not
  /// possible with other containers.
  init?(_ command: RemuxCommand) throws {
    let ending = command.options.output.map { $0.fileExtension.lowercased() }
    target = command.format == nil ? ending.flatMap { ForeignContainer(extension: $0) } : nil
    let sources = command.files.paths.filter { path in
      (try? ByteSource(mapping: path).bytes).flatMap { ForeignContainer($0) } != nil
    }
    guard target != nil || !sources.isEmpty else { return nil }
    guard command.files.paths.count == 1, command.files.list == nil,
      let input = command.files.paths.first, let output = command.options.output
    else {
      throw ValidationError(
        "Matroska, WebM, MPEG-TS, FLV and AVI are converted one at a time: name one, and -o FILE.")
    }
    if command.fragment != nil || command.defragment || command.start != nil {
      throw ValidationError(
        "Fragments are made from MP4 and QuickTime movies: convert the file to one of these first.")
    }
    if command.options.isInPlace || command.options.isDryRun || command.options.isRecursive {
      throw ValidationError(
        "--in-place, --dry-run and --recursive are not for Matroska, WebM, MPEG-TS, FLV and AVI.")
    }
    if !sources.isEmpty, target != nil || !["mp4", "m4v"].contains(ending ?? "") {
      throw ValidationError("Other containers become MP4 first: use -o NAME.mp4.")
    }
    if let target, !target.isWritten {
      throw ValidationError("\(target.name) files are not written.")
    }
    self.input = input
    self.output = output
    options = command.options
  }

  func run() throws {
    let console = Console()
    guard let program = WorkerProgram.path else {
      console.message("boxwalk-codec, which reads and writes other containers, is not there")
      throw ExitCode(ExitStatus.fault.rawValue)
    }
    do {
      try OutputPath.check(output, of: [input], isReplacing: options.force)
      var converter = ContainerConverter(Worker(program))
      converter.replacesFiles = options.force
      let result =
        if let target {
          try converter.write(input, to: output, as: target)
        } else {
          try converter.read(input, to: output)
        }
      report(result, console)
      if !result.leftOut.isEmpty || !result.notes.isEmpty {
        throw ExitCode(ExitStatus.warnings.rawValue)
      }
    } catch let error as ExitCode {
      throw error
    } catch let error as ConversionError {
      report(failure: error.message, console)
      throw ExitCode((error.kind == .worker ? ExitStatus.fault : .badInput).rawValue)
    } catch {
      report(failure: "\(error)", console)
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
  }

  private func report(failure reason: String, _ console: Console) {
    guard options.isJSON else { return console.message("\(input): \(reason)") }
    write([("outcome", .string("failed")), ("reason", .string(reason))], console)
  }

  private func write(_ members: [(String, JSONValue?)], _ console: Console) {
    let output = console.output
    JSONValue.object([("file", .string(input))] + members + RemoteInputs.transfer(of: input))
      .writeLine(to: output)
    output.flush()
  }

  private func report(_ result: ContainerResult, _ console: Console) {
    if options.isJSON {
      return write(
        [
          ("outcome", .string("edited")), ("output", .string(output)),
          ("leftOut", .array(result.leftOut.map { .string($0) })),
          ("notes", .array(result.notes.map { .string($0) })), ("bytes", .int(result.byteCount)),
        ], console)
    }
    let results = console.output
    results.text(output)
    results.flush()
    for part in result.leftOut { console.message("\(input): not carried over: \(part)") }
    for note in result.notes { console.message("\(input): \(note)") }
  }
}
