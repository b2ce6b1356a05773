public import ArgumentParser
public import Conversion
import Editing
import FieldCoding
import Files
import ISOBMFF
import Inspection
import Library
import Metadata
import Text
import WorkerClient
import WorkerProtocol

/// `boxwalk transcode`
struct TranscodeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transcode",
    abstract: "Re-encodes the frames of movies, and keeps everything else.",
    discussion: """
      The frames of a movie become H.264, which plays everywhere, or HEVC, which is smaller. \
      Each keeps its time to the tick: variable rates, slow motion, edit lists. Everything else \
      stays byte for byte: timed metadata tracks, location, date, camera, chapters, timecode, \
      subtitles, and the data that links a movie to a Live Photo. The command names what it cannot \
      keep, such as the metadata of Dolby Vision or the frames for the second eye.

      The name of the output says its container: QuickTime (.mov), MP4 (.mp4, .m4v), or audio \
      only (.m4a).

      Before the output gets its name, it is read again: frames have their times, all kept data \
      is the same, and decoding can start at each key frame. No file is replaced without --force. \
      A movie that is already in the form of the preset is copied unchanged, unless --quality is \
      given; its frames are decoded as a check and damaged ones are named, unless --unchecked is \
      given.

      HDR movies (HLG, PQ) are mapped to SDR if the preset is for every screen, in the same way as \
      by boxwalk convert, so that a Live Photo and its movie look the same.

      Folders, lists, manifests, repeated runs and --watch work as in boxwalk convert.

      PRESETS
      \(MoviePreset.table)

      EXAMPLES
        boxwalk transcode IMG_1234.MOV -o small.mov
        boxwalk transcode ~/Movies -o ~/tv --preset 1080p
        boxwalk transcode IMG_1234.MOV --presets
        boxwalk transcode *.MOV -o smaller/ --preset small --quality 60 --speed slow
        boxwalk transcode IMG_1234.MOV -o hdr.mov --preset hevc --quality 80
        boxwalk transcode IMG_1234.MOV -o mail.mov --preset 720p --max-file-size 20M
        boxwalk transcode stream/master.m3u8 -o movie.mp4
        boxwalk transcode --init init.mp4 segments/ -o movie.mp4
      """)

  @OptionGroup var inputs: Inputs
  @OptionGroup(title: "Many files") var options: RunOptions
  @OptionGroup(title: "Segments and streams") var segmentOptions: SegmentOptions

  @Option(
    name: .shortAndLong,
    help: "The file to write, or a folder. Several movies need a folder; it is made.",
    completion: .file())
  var output: String?

  @Option(name: .shortAndLong, help: "The form of the output; --presets describes the presets.")
  var preset = MoviePreset.compatible

  @Flag(
    name: .customLong("presets"),
    help: "Show what each preset would make of the movies and what would be lost; write nothing.")
  var showsPresets = false

  @Option(
    name: .shortAndLong,
    help: """
      The quality of the frames, 1 to 100: 100 looks identical to the original, 70 looks the \
      same to most people, 40 makes small files. The default is 70.
      """)
  var quality: Int?

  @Option(help: "How much time to spend on smaller files: fast, medium or slow.")
  var speed = EncodingSpeed.medium

  @Option(
    help: """
      What to do with HDR: keep it, or map it to sdr, which every screen shows. The default is \
      keep for HEVC, and sdr for H.264, which has no 10 bits here.
      """)
  var hdr: HDRHandling?

  @Option(
    help: """
      What to do with audio: keep; compatible (AAC of at most two channels stays, all other audio \
      becomes that); aac (all is re-encoded); none. The default is compatible with H.264, and keep \
      with HEVC.
      """)
  var audio: AudioChoice?

  @Option(
    name: .customLong("max-file-size"),
    help: """
      The most bytes of each output, such as 25M (25,000,000): frames get the best quality that \
      fits, up to --quality. They may be encoded several times to find it.
      """)
  var mostBytes: DecimalSize?

  @Option(
    name: .customLong("max-rate"),
    help: "The most bits per second for frames, such as 8M: for networks and old players.")
  var mostBits: DecimalSize?

  @Option(help: "Where the output starts, in seconds or as h:mm:ss.fff; by default the start.")
  var from: MovieMoment?

  @Option(help: "Where the output ends; by default the end.")
  var to: MovieMoment?

  @Option(
    name: .customLong("track"),
    help: "Re-encode only this track, by its number as inspect shows it; can be repeated.")
  var tracks: [UInt32] = []

  @Flag(
    name: .customLong("upright"),
    help: "Rotate the frames themselves, for players that ignore the rotation of the movie.")
  var rotatesUpright = false

  @Option(
    help: """
      Metadata to leave out: location, or all, which also leaves no date, name or identifier. The \
      command names what it leaves out.
      """)
  var strip = MetadataStripping.nothing

  @Flag(
    name: .customLong("unchecked"),
    help: """
      Copy unchanged frames without decoding them; otherwise they are decoded and damaged ones \
      are named.
      """)
  var copiesUnchecked = false

  @Option(
    help: """
      What decodes and encodes: software (FFmpeg's libraries, as boxwalk doctor lists them), or \
      auto, which is the same here: graphics cards are not used.
      """)
  var engine = MovieEngineChoice.auto

  @Flag(name: .shortAndLong, help: "Replace files that exist.")
  var force = false

  @Option(help: "Threads that decode and encode one movie; by default one for each core.")
  var threads: Int?

  @Option(
    help: "The most seconds for a movie; by default many times what real movies take.")
  var timeLimit: Double?

  @OptionGroup var sandbox: SandboxOptions

  @Flag(
    name: [.customLong("json"), .customShort("j")], help: "Results as JSON, one line for each file."
  )
  var isJSON = false

  init() {}

  mutating func validate() throws {
    if showsPresets {
      guard output == nil else {
        throw ValidationError("--presets writes nothing: leave out either --presets or --output.")
      }
      return
    }
    try segmentOptions.check(inputs.paths)
    try inputs.requireNames()
    guard output != nil else {
      throw ValidationError("Name the file or folder to write: -o OUTPUT.")
    }
    if let quality, !(1...100).contains(quality) {
      throw ValidationError("--quality has to be 1 to 100.")
    }
    if let threads, !(1...256).contains(threads) {
      throw ValidationError("--threads has to be 1 to 256.")
    }
    if let timeLimit, !(timeLimit > 0 && timeLimit < 1e9) {
      throw ValidationError("--time-limit has to be a number of seconds above 0.")
    }
    // An output that cannot be used is reported when the command runs.
    if let target = try? outputPath, !target.isFolder, try !inputs.lackFiles {
      let (input, output) = (inputs.paths.first ?? "", target.path)
      if let refusal = MovieFormat.refusal(ofName: output, from: input) {
        throw ValidationError(refusal)
      }
      if MovieFormat(extension: MediaExtensions.of(output)) == .m4a {
        if preset == .compatible { preset = .audio }
        guard preset.codec == nil else {
          throw ValidationError(
            "\(output) is the name of a file with audio only, and \(preset.name) re-encodes frames: leave out --preset, or name a .mp4 or .mov file."
          )
        }
      }
      let ending = input.splitAtExtension.ending
      if output.splitAtExtension.ending.isEmpty, !ending.isEmpty {
        throw ValidationError(
          "\(output) can be a folder or a file: name the folder \(output)/, or the file \(output)\(ending)."
        )
      }
    }
    if let from, let to, from.seconds >= to.seconds {
      throw ValidationError("--to has to be later than --from.")
    }
    if quality != nil, preset.video == .kept, audio != .aac {
      throw ValidationError("\(preset.name) re-encodes nothing: leave out --quality.")
    }
    if let mostBits, mostBits.count < 10_000 {
      throw ValidationError("--max-rate counts bits per second, 10K or more: 8M is 8,000,000.")
    }
    if mostBytes != nil || mostBits != nil || rotatesUpright, preset.codec == nil {
      throw ValidationError(
        "\(preset.name) re-encodes no frames: leave out --max-file-size, --max-rate and --upright."
      )
    }
    if hdr == .keep, preset.codec == .avc {
      throw ValidationError("H.264 has 8 bits here, too few for HDR: --preset hevc keeps HDR.")
    }
    if let refusal = engine.refusal { throw ValidationError(refusal) }
    if output == "-" {
      throw ValidationError("transcode writes files, and cannot write to standard output.")
    }
  }

  func run() async throws {
    let console = Console()
    if showsPresets { return try PresetReport(isJSON: isJSON, console).run(inputs) }
    guard let program = WorkerProgram.path else {
      console.message(
        "boxwalk-codec, the program that decodes, is not beside boxwalk; install both together")
      throw ExitCode(ExitStatus.fault.rawValue)
    }
    let worker = sandbox.worker(program)
    worker.start()
    if let job = try segmentJob(console) {
      return try transcode(job, MovieConverter(worker, movieOptions), outputPath, console)
    }
    let run = try ConversionRun(
      inputs: inputs, options: options, kinds: .movies, output: outputPath, extensions: [],
      pairConfidence: nil, isJSON: isJSON, isVerbose: inputs.remote.verbose, console: console)
    if options.isWatching { return try run.watch(batch(worker), sharesCores: threads == nil) }
    let (found, journal) = try await run.find()
    try run.run(found, journal, batch(worker))
  }

  private var outputPath: OutputOption {
    get throws {
      // Segments are one movie.
      if segmentOptions.initialization != nil {
        return try OutputOption(output ?? "", isOfSeveral: false)
      }
      return try OutputOption(
        output ?? "", for: inputs, of: inputs.list == nil ? inputs.paths.count : 2)
    }
  }

  /// What converts movies.
  private func batch(_ worker: Worker) -> Batch {
    var photos = ConversionOptions(worker)
    photos.replacesFiles = force
    var batch = Batch(PhotoConverter(photos))
    batch.movieConversion = MovieConverter(worker, movieOptions)
    batch.jobs = options.jobs ?? 1
    batch.checksContent = options.check
    batch.version = Boxwalk.version
    return batch
  }

  private var movieOptions: MovieConverter.Options {
    let jobs = options.jobs ?? 1
    var movies = MovieConverter.Options()
    movies.preset = preset
    movies.quality = quality
    movies.speed = speed
    movies.mapsColours = hdr.map { $0 == .sdr }
    movies.audio = audio
    movies.mostBytes = mostBytes.map { Int(clamping: $0.count) }
    movies.mostBitsPerSecond = mostBits.map { Int(clamping: $0.count) }
    (movies.start, movies.end) = (from?.seconds, to?.seconds)
    movies.tracks = tracks.isEmpty ? nil : Set(tracks)
    movies.rotatesUpright = rotatesUpright
    movies.stripping = strip
    movies.checksCopies = !copiesUnchecked
    movies.replacesFiles = force
    movies.threads = threads ?? (jobs > 1 ? max(1, Threads.coreCount / jobs) : 0)
    movies.timeLimit = timeLimit
    movies.budget = WorkerBudget(
      processes: jobs, memory: options.memory?.byteCount ?? WorkerBudget.usualMemory)
    return movies
  }
}

/// A number of bytes or bits: `25M`, `800K`. A K is a thousand.
struct DecimalSize: ExplainedArgument {
  static let form = "a number above 0, such as 800K or 25M"

  var count: UInt64

  init?(argument: String) {
    let units: [Character: Double] = ["K": 1e3, "M": 1e6, "G": 1e9]
    guard let last = argument.last else { return nil }
    let unit = units[Character(last.uppercased())]
    guard let number = Double(unit == nil ? argument[...] : argument.dropLast()), number > 0,
      number < 1e9
    else { return nil }
    count = UInt64(number * (unit ?? 1))
  }
}

/// `--hdr`
enum HDRHandling: String, ExpressibleByArgument, Sendable, CaseIterable { case keep, sdr }

/// `--engine`
enum MovieEngineChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, software, vaapi, videotoolbox

  /// The reason why the engine cannot be used; nil if it can.
  var refusal: String? {
    guard self == .vaapi || self == .videotoolbox else { return nil }
    return """
      --engine \(rawValue) is not available: the worker runs in a sandbox without access to \
      graphics cards. Use --engine software.
      """
  }
}

extension EncodingSpeed: ExpressibleByArgument {}
extension AudioChoice: ExpressibleByArgument {}

extension MoviePreset: ExpressibleByArgument {
  public init?(argument: String) { self.init(name: argument) }

  public var defaultValueDescription: String { name }

  public static var allValueStrings: [String] { all.map(\.name) }

  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  /// A line for each preset, for the help.
  static var table: String {
    all.map { preset in
      "  \(leftAligned(preset.name, 12))\(preset.purpose)"
    }.joined(separator: "\n")
  }
}

/// Streams and segments, which are joined before they are transcoded.
extension TranscodeCommand {
  /// The segments to join; nil if the inputs are movies.
  func segmentJob(_ console: Console) throws -> InputJob? {
    if segmentOptions.initialization != nil {
      guard let job = InputJob(inputs.names { console.message($0) }, segmentOptions, console)
      else {
        throw ExitCode(ExitStatus.badInput.rawValue)
      }
      return job
    }
    let jobs = inputs.paths.map { InputJob.file($0) }
    guard let stream = jobs.first(where: { console.isStream($0) }) else { return nil }
    guard jobs.count == 1, inputs.list == nil else {
      throw ValidationError("Name one playlist or manifest, and nothing beside it.")
    }
    return stream
  }

  func transcode(
    _ job: InputJob, _ converter: MovieConverter, _ path: OutputOption, _ console: Console
  ) throws {
    let target = path.file(job.name.splitAtExtension.stem + ".mp4")
    do throws(SystemError) {
      try OutputPath.check(target, of: [job.path], isReplacing: force)
    } catch {
      console.message("\(error)")
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
    guard let input = console.input(job, segmentOptions) else {
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
    var result = Batch.Result(
      file: Batch.File(path: input.name, input: input.name, output: target))
    do throws(ConversionError) {
      let made = try converter.convert(input.path, to: target) { done in
        console.progress("\(input.name): \(done.done) of \(done.count)")
      }
      result.pictures = [.success(ConversionResult(made))]
    } catch {
      let message = error.message.replacing(input.path, with: input.name)
      result.pictures = [.failure(ConversionError(error.kind, message))]
    }
    console.clearProgress()
    let report = ConvertReport(isJSON: isJSON, console: console)
    report.write(result)
    let outcome = ExitStatus(of: report.outcomes)
    if outcome != .done { throw ExitCode(outcome.rawValue) }
  }
}

/// Shows what each preset would do with movies.
struct PresetReport {
  private let isJSON: Bool
  private let console: Console

  init(isJSON: Bool, _ console: Console) { (self.isJSON, self.console) = (isJSON, console) }

  func run(_ inputs: Inputs) throws {
    let output = console.output
    guard !inputs.paths.isEmpty || inputs.list != nil else {
      for line in MoviePreset.table.split(separator: "\n") { output.text(String(line)) }
      return output.flush()
    }
    var outcomes: [ExitStatus] = []
    let files = inputs.files(Inputs.movies) { problem in
      console.message(problem)
      outcomes.append(.badInput)
    }
    for file in files {
      guard let bytes = console.bytes(of: file.path) else {
        outcomes.append(.badInput)
        continue
      }
      do throws(ConversionError) {
        write(try MovieForecast.all(of: bytes), of: file.path, to: output)
        outcomes.append(.done)
      } catch {
        console.message("\(file.path): \(error.message)")
        outcomes.append(.badInput)
      }
      output.flush()
    }
    try ExitStatus(of: outcomes).end()
  }

  private func write(_ forecasts: [MovieForecast], of path: String, to output: TextOutput) {
    guard isJSON else {
      output.text(path)
      for forecast in forecasts {
        let name = leftAligned(forecast.preset.name, 12)
        output.text("  \(name)\(forecast.video); \(forecast.audio)")
        if !forecast.lost.isEmpty {
          output.text("              lost: \(forecast.lost.joined(separator: ", "))")
        }
      }
      return
    }
    var json = JSONWriter(output)
    JSONValue.object([
      ("file", .string(path)),
      (
        "presets",
        .array(
          forecasts.map { forecast in
            .object([
              ("preset", .string(forecast.preset.name)), ("video", .string(forecast.video)),
              ("audio", .string(forecast.audio)),
              ("lost", .array(forecast.lost.map { .string($0) })),
            ])
          })
      ),
    ]).write(to: &json)
    output.line()
  }
}
