import ArgumentParser
import Conversion
import Editing
import Metadata
import Movie
import WorkerClient
import WorkerProtocol

/// The options for which frames of a movie become frames.
struct FrameChoiceOptions: ParsableArguments {
  @Option(
    help: "Frames at these times: seconds, or h:mm:ss.fff, separated by commas.")
  var at: TimeList?

  @Option(help: "A frame at the start, and one at each interval: 1s, 0.5, 1:00.")
  var every: Duration?

  @Option(help: "This many frames, spread evenly over the movie.")
  var count: Int?

  @Flag(help: "All key frames.")
  var keyframes = false

  @Flag(help: "All frames.")
  var all = false

  @Flag(help: "The frame that is the still of a Live Photo.")
  var still = false

  @Option(help: "A contact sheet of columns and rows, such as 5x4, with the time of each frame.")
  var sheet: SheetSize?

  init() {}

  func validate() throws {
    let choices = [at != nil, every != nil, count != nil, keyframes, all, still].count { $0 }
    if choices > 1 {
      throw ValidationError(
        "Use only one of --at, --every, --count, --keyframes, --all and --still.")
    }
    if let count, !(1...1_000_000).contains(count) {
      throw ValidationError("--count has to be 1 to 1000000.")
    }
    if sheet != nil, count != nil {
      throw ValidationError("Use either --sheet or --count: both set the number of frames.")
    }
  }

  var selection: FrameSelection {
    if let at { return .at(at.times) }
    if let every { return .every(every.seconds) }
    if let count { return .count(count) }
    if keyframes { return .keyframes }
    if all { return .all }
    if still { return .still }
    return sheet.map { .count($0.columns * $0.rows) } ?? .usual
  }

  /// Whether a movie can become several files.
  var takesSeveral: Bool {
    guard sheet == nil else { return false }
    switch selection {
    case .at(let times): return times.count > 1
    case .count(let count): return count > 1
    case .every, .keyframes, .all: return true
    case .usual, .still: return false
    }
  }

  /// Whether the number of a frame is in the name of its file.
  var isNumbered: Bool { sheet == nil && selection != .usual && selection != .still }

  /// `1.5,0:02.25`
  struct TimeList: ExplainedArgument {
    static let form =
      "a time, or several with commas: seconds, or h:mm:ss.fff with less than 60 seconds and minutes"

    var times: [Double]

    init?(argument: String) {
      let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
      times = parts.compactMap { FrameChoiceOptions.seconds($0) }
      guard times.count == parts.count else { return nil }
    }
  }

  /// `1s`, `0.5`, `1:00`
  struct Duration: ExplainedArgument {
    static let form = "an interval of at least 0.001 seconds, such as 0.5 or 1:00"

    var seconds: Double

    init?(argument: String) {
      guard let seconds = FrameChoiceOptions.seconds(argument[...]), seconds >= 0.001 else {
        return nil
      }
      self.seconds = seconds
    }
  }

  /// `5x4`
  struct SheetSize: ExplainedArgument {
    static let form = "columns and rows, 1 to 50 each, such as 5x4"

    var columns: Int
    var rows: Int

    init?(argument: String) {
      let parts = argument.split(separator: "x").map { Int($0) }
      guard parts.count == 2, let columns = parts[0], let rows = parts[1],
        (1...50).contains(columns), (1...50).contains(rows)
      else { return nil }
      (self.columns, self.rows) = (columns, rows)
    }
  }

  /// `90`, `90s`, `1:30`, `0:01:30.000`
  static func seconds(_ text: Substring) -> Double? {
    ChapterText.seconds(text.hasSuffix("s") ? text.dropLast() : text)
  }
}

/// The options for how frames become frames; they are those of `convert`.
struct FramePictureOptions: ParsableArguments {
  @Option(
    help: "jpeg, png, heic or avif; by default the format in the name of the output, or jpeg.")
  var format: OutputFormat?

  @Option(
    name: .shortAndLong,
    help: "Quality of the files, 1 to 100; by default 90 for JPEG, 55 for HEIC and 80 for AVIF.")
  var quality: Int?

  @Option(
    help: """
      Bits of a sample: 8 or 16 in PNG files, 8 or 10 in HEIC and AVIF files. The default is the \
      larger number if the movie has more than 8.
      """)
  var depth: Int?

  @Option(help: "Make frames smaller, so that the longer side has at most N samples.")
  var maxSize: Int?

  @Option(help: "The colours of the output: keep, srgb or p3 (Display P3).")
  var color = OutputColour.keep

  @Flag(
    name: .customLong("no-tonemap"),
    help: """
      Keep the values of HDR movies (PQ, HLG), which JPEG files, and files with --depth 8, have mapped \
      to SDR otherwise.
      """)
  var keepsTones = false

  @Option(help: "Metadata to leave out: location, all, or none.")
  var strip = MetadataStripping.nothing

  @Option(help: "Threads that decode and encode; by default one for each core.")
  var threads: Int?

  @Option(
    help: "The most seconds for a frame; by default many times what real frames take.")
  var timeLimit: Double?

  @Option(
    help: """
      The library that decodes: libav (libavcodec), de265 (libde265, only HEVC), or auto, which is libav, \
      and de265 where libav is missing.
      """)
  var engine = Engine.auto

  @OptionGroup var sandbox: SandboxOptions

  init() {}

  /// - Parameter isFile: whether the output is one file.
  func validate(_ output: String, isFile: Bool) throws {
    if let quality, !(1...100).contains(quality) {
      throw ValidationError("--quality has to be 1 to 100.")
    }
    let isStated = format != nil
    let format = outputFormat(output)
    if isFile, let refusal = format.refusal(ofChosenName: output, isStated: isStated) {
      throw ValidationError(refusal)
    }
    let more: Int? = format == .jpeg ? nil : format.isHEIF ? 10 : 16
    if let depth, depth != 8, depth != more {
      throw ValidationError(
        more.map { "--depth has to be 8 or \($0)." } ?? "JPEG has 8 bits; PNG can have 16.")
    }
    if let maxSize, !(1...65_535).contains(maxSize) {
      throw ValidationError("--max-size has to be 1 to 65535.")
    }
    if color != .keep, keepsTones {
      throw ValidationError("--color cannot be used with --no-tonemap.")
    }
    if let threads, !(1...256).contains(threads) {
      throw ValidationError("--threads has to be 1 to 256.")
    }
    if engine == .libheif {
      throw ValidationError("libheif decodes photos; --engine has to be auto, libav or de265.")
    }
    if let timeLimit, !(timeLimit > 0 && timeLimit < 1e6) {
      throw ValidationError("--time-limit has to be a number of seconds.")
    }
  }

  private func outputFormat(_ output: String) -> OutputFormat {
    format ?? OutputFormat(path: output) ?? .jpeg
  }

  /// - Parameter worker: the path of `boxwalk-codec`.
  func options(_ worker: String, _ output: String) -> ConversionOptions {
    var options = ConversionOptions(sandbox.worker(worker))
    options.format = outputFormat(output)
    options.quality = quality
    options.bitDepth = depth
    options.longerSide = maxSize
    options.engine = EngineChoice(engine)
    options.colour = color
    options.mapsTones = !keepsTones
    options.stripping = strip
    options.threads = threads ?? 0
    options.timeLimit = timeLimit
    return options
  }
}
