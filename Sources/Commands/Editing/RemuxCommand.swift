public import ArgumentParser
public import Editing
import ISOBMFF
import Movie
import SystemAccess

/// `boxwalk remux`
struct RemuxCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "remux",
    abstract: "Makes movies of other formats, without re-encoding.",
    discussion: """
      QuickTime (.mov), MP4 (.mp4, .m4v) and sound (.m4a) become each other, by the extension of the \
      output or --format. Every sample keeps its bytes and its times, and that is proved; tracks, keys, \
      edits and identifiers stay. What the format describes in another way is described so, and what it \
      has no form for is named, with exit code 1.

      Matroska (.mkv), MPEG-TS (.ts) and FLV (.flv) are written, and they and AVI files become MP4, a \
      file at a time: pictures and sound with their times, as exactly as these containers say times, and \
      metadata and chapters where there is a place for them. HEVC, AV1 and VP9 in FLV are those of \
      Enhanced RTMP. A picture that is coded as two fields can come back from MPEG-TS as one sample or \
      as two, as FFmpeg reads it; it is decoded the same.

      Fragments are what streams and some recorders write: --fragment makes them, and --defragment puts \
      them together. With --init, the files are segments that go on where that one ends. --cmaf makes \
      fragments as CMAF has them for streams, with one track in a file: that of pictures where the name \
      of the output ends in .cmfv, of sound in .cmfa. boxwalk hls makes all tracks and their playlists.

      EXAMPLES
        boxwalk remux IMG_1234.MOV -o IMG_1234.mp4
        boxwalk remux clips/ --format mov -o movies/
        boxwalk remux movie.mp4 --fragment 4 -o stream.mp4    of 4 s at least
        boxwalk remux movie.mp4 --fragment gop -o stream.mp4
        boxwalk remux stream.mp4 --defragment -o movie.mp4
        boxwalk remux movie.mp4 --cmaf -o pictures.cmfv       with --fragment 4, --chunk 0.5
        boxwalk remux --init init.mp4 seg1.m4s seg2.m4s -o movie.mp4
        boxwalk remux movie.mp4 --format m4a                  its sound
        boxwalk remux movie.mp4 -o movie.mkv                  another container
        boxwalk remux recording.ts -o movie.mp4
      """)

  static var suffix: String { "remuxed" }
  static var extensions: Set<String> { Inputs.movies }
  static var takesSamples: Bool { true }

  @Option(
    help: "What the movie becomes: mov, mp4, m4v or m4a; by default by the name of the output.")
  var format: MovieFormat?

  @Option(
    help:
      "Put the samples in fragments of at least so many seconds, or of one group of pictures: gop.")
  var fragment: FragmentLength?

  @Flag(help: "Let tables describe the samples of fragments.")
  var defragment = false

  @Flag(
    name: .customLong("cmaf"),
    help: "Make a CMAF track file, in fragments of a second at least if --fragment says no other.")
  var isCMAF = false

  @Option(help: "With --cmaf, divide fragments into chunks of at least so many seconds.")
  var chunk: Double?

  @Option(
    name: .customLong("init"),
    help: "The file that segments start with, which are put behind it in their order.",
    completion: .file())
  var start: InputPath?

  @OptionGroup var files: Inputs
  @OptionGroup var options: EditOptions

  init() {}

  /// With `--init`, that file is what is edited.
  var inputs: Inputs { start.map { Inputs($0.path) } ?? files }

  private var target: MovieFormat? {
    format
      ?? options.output.flatMap {
        MovieFormat(extension: String($0.splitAtExtension.ending.dropFirst()))
      }
  }

  func validate() throws {
    if fragment != nil, defragment {
      throw ValidationError("--fragment and --defragment: choose.")
    }
    if isCMAF, defragment || !(target.map { $0 == .mp4 } ?? true) {
      throw ValidationError("--cmaf makes MP4 files of fragments: .mp4, .cmfv or .cmfa.")
    }
    if let chunk, !isCMAF || !(chunk > 0 && chunk < 1e9) {
      throw ValidationError("--chunk is a number of seconds, for --cmaf.")
    }
    if let start, files.paths.isEmpty, files.list == nil {
      throw ValidationError("Name the segments that go on where \(start.path) ends.")
    }
    if start != nil, options.output == nil {
      throw ValidationError("Name the movie that the segments become: -o FILE.")
    }
    if try ForeignRemux(self) != nil { return }
    if target == nil, fragment == nil, !defragment, !isCMAF, start == nil {
      throw ValidationError(
        "Say what becomes of it: -o with a name that ends in .mov, .mp4, .m4v, .m4a, .mkv, .ts or .flv, --format, --fragment, --cmaf or --defragment."
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
    } else {
      _ = try edit.gatherSamples()
    }
    if isCMAF { return try makeCMAF(&edit) }
    if let target { try edit.remux(to: target) }
    if let fragment { try edit.fragment(every: fragment) }
    if start != nil, fragment == nil { try edit.place(movie: .first) }
  }

  /// Leaves one track, in fragments.
  private func makeCMAF(_ edit: inout Edit) throws(EditError) {
    let tracks = MovieFile(edit.file)?.tracks ?? []
    let handlers: [String: Set<FourCC>] = [
      ".cmfv": ["vide"], ".cmfa": ["soun"], ".cmft": ["text", "sbtl", "subt"],
    ]
    let ending = options.output?.splitAtExtension.ending.lowercased() ?? ""
    let meant = tracks.filter { handlers[ending]?.contains($0.handlerType) ?? true }
    guard let track = meant.first(where: \.isEnabled) ?? meant.first else {
      throw EditError(.notFound, "has no track that a \(ending) file has")
    }
    guard tracks.count == 1 || handlers[ending] != nil else {
      throw EditError(
        .invalid,
        "has \(tracks.count) tracks, and a CMAF file has one: name it .cmfv for pictures or .cmfa for sound; boxwalk hls makes a file of each"
      )
    }
    var layout = CMAFLayout()
    layout.fragments = fragment ?? .seconds(1)
    layout.chunkSeconds = chunk
    try edit.makeCMAF(track: track.id, layout)
    for other in tracks where other.id != track.id {
      edit.losesMedia = true
      edit.notes.append(
        "track \(other.id) (\(other.handlerType)) is gone: a CMAF file has one track")
    }
  }

  func newExtension(_ bytes: Bytes, _ path: String) -> String? {
    guard options.output == nil || format != nil, let target,
      target.rawValue != path.splitAtExtension.ending.dropFirst().lowercased()
    else { return nil }
    return target.rawValue
  }

  private func segments() throws(EditError) -> [Bytes] {
    var problem: String?
    let names = files.names { problem = $0 }
    if let problem { throw EditError(.notFound, problem) }
    return try names.map { (name) throws(EditError) in try Bytes(file: name) }
  }
}

extension MovieFormat: ExpressibleByArgument {}

extension FragmentLength: ExpressibleByArgument {
  public init?(argument: String) {
    if argument == "gop" {
      self = .group
    } else if let seconds = Double(argument), seconds > 0, seconds < 1e9 {
      self = .seconds(seconds)
    } else {
      return nil
    }
  }
}
