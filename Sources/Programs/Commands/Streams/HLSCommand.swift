import ArgumentParser
import Conversion
import FieldCoding
import Files
import Inspection
import Packaging
import Text
import WorkerClient

/// `boxwalk hls`
struct HLSCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hls",
    abstract: "Makes streams from movies: CMAF segments, HLS playlists and a DASH manifest.",
    discussion: """
      The folder gets segments of video and audio, each starting with a key frame; text as WebVTT; \
      a media playlist for each track and one for its key frames; multivariant.m3u8 for HLS \
      players and stream.mpd for DASH players, both for the same segments. The bytes of samples do \
      not change; video and audio are shown at the times of the edit lists.

      Several movies are variants of one program: audio and text come from the first movie, and \
      from files without frames. The command says so if their key frames are at different times. \
      --ladder makes the variants itself: it re-encodes the frames in several sizes, with \
      presets of boxwalk transcode, upright, with key frames at the same times, and audio as AAC.

      Parts that a stream cannot hold, such as timed metadata and timecode, are named, with \
      exit code 1. The folder appears complete or not at all.

      EXAMPLES
        boxwalk hls movie.mp4 -o stream/
        boxwalk hls movie.mov -o stream/ --single-file        a file for each track
        boxwalk hls movie.mp4 -o stream/ --subtitles movie.de.srt
        boxwalk hls 1080p.mp4 720p.mp4 french.m4a -o stream/  variants and audio
        boxwalk hls IMG_1234.MOV -o stream/ --ladder 1080p,720p,540p
      """)

  @Argument(
    help: ArgumentHelp(
      "Movies, which are variants of one program, and files of audio.", valueName: "inputs"),
    completion: .file())
  var arguments: [InputPath]

  private var inputs: [String] { arguments.map(\.path) }

  @Option(
    name: .shortAndLong, help: "The folder to make.", completion: .directory)
  var output: String

  @Option(help: "The approximate length of segments in seconds; segments begin with key frames.")
  var segment = 6.0

  @Flag(
    name: .customLong("single-file"),
    help: "Put all segments of a track into one file (EXT-X-BYTERANGE).")
  var isSingleFile = false

  @Option(
    parsing: .upToNextOption,
    help: "SubRip and WebVTT files; the name contains the language: movie.de.srt.",
    completion: .file())
  var subtitles: [String] = []

  @Option(
    help:
      "Re-encode the frames in several sizes, with presets of transcode: 1080p,720p,hevc-540p.")
  var ladder: LadderPresets?

  @Option(
    name: .shortAndLong,
    help: "With --ladder, the quality of the frames, 1 to 100; by default 70.")
  var quality: Int?

  @Option(help: "With --ladder, how much time to spend on smaller files: fast, medium or slow.")
  var speed = EncodingSpeed.medium

  @Flag(name: .shortAndLong, help: "Replace the stream that is in the folder.")
  var force = false

  @Flag(name: [.customLong("json"), .customShort("j")], help: "The result as JSON.")
  var isJSON = false

  @OptionGroup(title: "Files at URLs") var remote: RemoteReading

  init() {}

  func validate() throws {
    guard segment >= 0.1, segment <= 3600 else {
      throw ValidationError("--segment has to be 0.1 to 3600 seconds.")
    }
    if ladder != nil, inputs.count > 1 {
      throw ValidationError("--ladder makes all variants of one movie: name one movie.")
    }
    if let quality, !(1...100).contains(quality) {
      throw ValidationError("--quality has to be 1 to 100.")
    }
    if quality != nil, ladder == nil {
      throw ValidationError("--quality needs --ladder; without it, no frames are re-encoded.")
    }
    if output == "-" {
      throw ValidationError("hls writes a folder, and cannot write to standard output.")
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
      if !result.leftOut.isEmpty || !result.warnings.isEmpty {
        throw ExitCode(ExitStatus.warnings.rawValue)
      }
    } catch let error as ConversionError {
      console.message(error.message)
      throw ExitCode(ExitStatus(error).rawValue)
    }
  }
}

/// `1080p,720p,540p`
struct LadderPresets: ExpressibleByArgument {
  let presets: [MoviePreset]

  init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
    let presets = names.compactMap { MoviePreset(name: String($0)) }
    guard presets.count == names.count, presets.allSatisfy({ $0.codec != nil }) else { return nil }
    self.presets = presets
  }

  static var allValueStrings: [String] {
    MoviePreset.all.filter { $0.codec != nil }.map(\.name)
  }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// Reports what happened to a stream.
struct StreamReport {
  private let isJSON: Bool
  private let console: Console

  init(isJSON: Bool, _ console: Console) { (self.isJSON, self.console) = (isJSON, console) }

  /// - Parameters:
  ///   - folder: the folder of the stream.
  ///   - inputs: the files that the stream was made from.
  func write(_ result: StreamResult, of folder: String, from inputs: [String]) {
    let output = console.output
    if isJSON {
      let members: [(String, JSONValue?)] = [
        ("output", .string(folder)), ("files", .int(result.fileCount)),
        ("bytes", .int(result.byteCount)), ("renditions", .array(result.renditions.map(\.value))),
        ("leftOut", .array(result.leftOut.map { .string($0) })),
        ("warnings", .array(result.warnings.map { .string($0) })),
        ("notes", .array(result.notes.map { .string($0) })),
      ]
      JSONValue.object(members + RemoteInputs.transfer(of: inputs)).writeLine(to: output)
      return output.flush()
    }
    output.text(folder.asFolder + StreamMaker.playlistName)
    for rendition in result.renditions { output.text("  " + rendition.text) }
    output.flush()
    for part in result.leftOut { console.message("not carried over: \(part)") }
    for note in result.warnings + result.notes { console.message(note) }
  }
}

extension StreamResult.Rendition {
  /// `video-1: hvc1.1.6.L93.B0, 1920 × 1080, SDR, 4,812 kbit/s, 12 segments`
  fileprivate var text: String {
    let size = width.flatMap { width in height.map { "\(width) × \($0)" } }
    let rate = cueCount == nil ? "\(grouped((averageBitRate + 500) / 1000)) kbit/s" : nil
    let parts = [
      codec, size, videoRange, channels.map { counted($0, "channel") },
      cueCount.map { counted($0, "subtitle") }, language, rate, counted(segmentCount, "segment"),
    ]
    return "\(name): \(parts.compactMap { $0 }.joined(separator: ", "))"
  }

  fileprivate var value: JSONValue {
    .object([
      ("name", .string(name)), ("codec", .string(codec)), ("language", .string(language)),
      ("width", .int(width)), ("height", .int(height)), ("frameRate", .double(frameRate)),
      ("videoRange", .string(videoRange)), ("channels", .int(channels)), ("cues", .int(cueCount)),
      ("segments", .int(segmentCount)), ("peakBitRate", .int(peakBitRate)),
      ("averageBitRate", .int(averageBitRate)),
    ])
  }
}
