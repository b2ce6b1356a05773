import ArgumentParser
import ContainerConversion
import FieldCoding
import FileKind
import MovieConversion
import Streaming
import SystemAccess
import WorkerClient

/// `boxwalk hls`
struct HLSCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hls",
    abstract: "Makes streams of movies: CMAF segments, playlists of HLS and a manifest of DASH.",
    discussion: """
      The folder gets segments of pictures and sound, each of which begins with a key frame, texts as \
      WebVTT, a media playlist for each track, one of its key frames, multivariant.m3u8 for players of \
      HLS, and stream.mpd for those of DASH, over the same segments. No sample changes its bytes: \
      pictures and sound are shown when the edit lists of the movie say so.

      Several movies are variants of one program: sound and texts are those of the first, and of files \
      that have no pictures. It is said if their key frames are at other times. --ladder makes variants \
      itself: it re-encodes the pictures in several sizes, by presets of boxwalk transcode, upright, with key \
      frames at the same times, and sound as AAC.

      What a stream has no place for, as timed metadata and timecode, is named, with exit code 1. The \
      folder appears whole or not at all.

      EXAMPLES
        boxwalk hls movie.mp4 -o stream/
        boxwalk hls movie.mov -o stream/ --single-file        a file for each track
        boxwalk hls movie.mp4 -o stream/ --subtitles movie.de.srt
        boxwalk hls 1080p.mp4 720p.mp4 french.m4a -o stream/  variants, and another sound
        boxwalk hls IMG_1234.MOV -o stream/ --ladder 1080p,720p,540p
      """)

  @Argument(
    help: ArgumentHelp(
      "Movies, which are variants of one program, and files of sound.", valueName: "inputs"),
    completion: .file())
  var arguments: [InputPath]

  private var inputs: [String] { arguments.map(\.path) }

  @Option(
    name: .shortAndLong, help: "The folder to make.", completion: .directory)
  var output: String

  @Option(help: "How many seconds segments last, about: they begin with key frames.")
  var segment = 6.0

  @Flag(
    name: .customLong("single-file"),
    help: "Let segments be parts of one file for each track (EXT-X-BYTERANGE).")
  var isSingleFile = false

  @Option(
    parsing: .upToNextOption,
    help: "SubRip and WebVTT files, whose names say their language: movie.de.srt.",
    completion: .file())
  var subtitles: [String] = []

  @Option(
    help: "Re-encode the pictures in several sizes, by presets of transcode: 1080p,720p,hevc-540p.")
  var ladder: LadderPresets?

  @Option(help: "With --ladder, how like the original pictures are, 1 to 100; by default 70.")
  var quality: Int?

  @Option(help: "With --ladder, how much time is taken for small files: fast, medium or slow.")
  var speed = EncodingSpeed.medium

  @Flag(name: .shortAndLong, help: "Replace the stream that is in the folder.")
  var force = false

  @Flag(name: .customLong("json"), help: "The result as JSON.")
  var isJSON = false

  @OptionGroup(title: "Files at addresses") var far: FarReading

  init() {}

  func validate() throws {
    guard segment >= 0.1, segment <= 3600 else {
      throw ValidationError("--segment is 0.1 to 3600 seconds.")
    }
    if ladder != nil, inputs.count > 1 {
      throw ValidationError("--ladder makes all variants of one movie: name one.")
    }
    if let quality, !(1...100).contains(quality) {
      throw ValidationError("--quality is 1 to 100.")
    }
    if quality != nil, ladder == nil {
      throw ValidationError("--quality is for --ladder, which alone re-encodes pictures.")
    }
    if inputs.contains("-") || output == "-" {
      throw ValidationError("hls needs files, and writes a folder of them.")
    }
  }

  func run() throws {
    let console = Console()
    var options = StreamOptions()
    options.segmentSeconds = segment
    options.isSingleFile = isSingleFile
    options.subtitles = subtitles
    options.ladder = ladder?.presets ?? []
    options.conversion.quality = quality
    options.conversion.speed = speed
    options.replacesFolder = force
    let worker = ladder == nil ? nil : WorkerProgram.path.map { Worker($0) }
    do {
      let result = try StreamMaker(worker, options).make(inputs, to: output) {
        console.progress($0)
      }
      console.clearProgress()
      StreamReport(isJSON: isJSON, console).write(result, of: output, from: inputs)
      if !result.leftOut.isEmpty || !result.notes.isEmpty {
        throw ExitCode(Outcome.warnings.rawValue)
      }
    } catch let error as ConversionError {
      console.message(error.message + (advice ?? ""))
      throw ExitCode(Outcome(error).rawValue)
    }
  }

  /// What makes a movie of ours of a file in another container.
  private var advice: String? {
    let foreign = inputs.first { path in
      (try? ByteSource(mapping: path).bytes).flatMap { ForeignContainer($0) } != nil
    }
    return foreign.map { "; boxwalk remux \($0) -o movie.mp4 makes a movie of it that can be read" }
  }
}

/// `1080p,720p,540p`
struct LadderPresets: ExpressibleByArgument {
  let presets: [MoviePreset]

  init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
    let presets = names.compactMap { MoviePreset(name: String($0)) }
    guard presets.count == names.count, presets.allSatisfy({ $0.coding != nil }) else { return nil }
    self.presets = presets
  }

  static var allValueStrings: [String] {
    MoviePreset.all.filter { $0.coding != nil }.map(\.name)
  }
}
