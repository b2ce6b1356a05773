import ArgumentParser
import Conversion
import FieldCoding
import Files
import Library
import Metadata
import Synchronization
import Text
import WorkerClient
import WorkerProtocol

/// `boxwalk frames`
struct FramesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frames",
    abstract: "Saves frames of movies as photos: JPEG, PNG, HEIC or AVIF.",
    discussion: """
      Without a choice, the command takes one frame: the still of a Live Photo, or else the \
      poster, or else the first frame. Times are presentation times, as the edit list defines \
      them; the command takes the frame that is shown at that time. Frames are upright, in square \
      pixels, cropped to the clean aperture, with the colours that the movie states. HDR (HLG, PQ) \
      is mapped to SDR as for photos. If a movie does not state its colours, BT.709 is used, and \
      BT.601 for frames of at most 576 rows.

      Exif gets the date, location and camera of the movie; the date is that of the movie's start \
      plus the time of the frame. Each group of pictures is decoded once, however many of its \
      frames are needed. FFmpeg's libraries decode, or libde265 for HEVC where they are \
      missing (see boxwalk doctor).

      A single frame becomes the file that -o names. In a folder, files are named NAME-00012.jpg, \
      by the number of the frame among all shown frames, from 1. The frame without a choice, the \
      still, and a contact sheet are named NAME.jpg. Movies of a folder keep their subfolders. \
      If a frame is damaged, the command names it and makes the others.

      EXAMPLES
        boxwalk frames IMG_1234.MOV -o poster.jpg
        boxwalk frames IMG_1234.MOV -o frame.png --at 1.5
        boxwalk frames clip.mp4 -o frames/ --at 0,2.5,0:01:10
        boxwalk frames clip.mp4 -o frames/ --every 1s --format heic
        boxwalk frames clip.mp4 -o sheet.jpg --sheet 5x4
        boxwalk frames ~/Movies -o covers/ --max-size 512
      """)

  @OptionGroup var inputs: Inputs

  @Option(
    name: .shortAndLong,
    help: "The file or folder to write; several frames need a folder, which is made.",
    completion: .file())
  var output: String

  @OptionGroup(title: "Which frames") var choice: FrameChoiceOptions
  @OptionGroup(title: "Frames") var pictures: FramePictureOptions

  @Flag(name: .shortAndLong, help: "Replace files that exist.")
  var force = false

  @Flag(
    name: [.customLong("json"), .customShort("j")],
    help: "Results as JSON, one line for each frame.")
  var isJSON = false

  init() {}

  func validate() throws {
    try inputs.requireNames()
    if output == "-" {
      throw ValidationError("frames writes files, and cannot write to standard output.")
    }
    let count = choice.takesSeveral || inputs.list != nil ? 2 : inputs.paths.count
    // A folder that cannot be used is reported later.
    let target = try? OutputOption(output, for: inputs, of: count)
    let isFile = try target?.isFolder == false && !inputs.lackFiles
    try pictures.validate(output, isFile: isFile)
  }

  func run() throws {
    let console = Console()
    guard let worker = WorkerProgram.path else {
      console.message(
        "boxwalk-codec, the program that decodes, is not beside boxwalk; install both together")
      throw ExitCode(ExitStatus.fault.rawValue)
    }
    var options = pictures.options(worker, output)
    options.worker.start()
    options.replacesFiles = force
    let report = FramesReport(isJSON: isJSON, console: console, choice.selection)
    var problems: [ExitStatus] = []
    let files = inputs.files(Inputs.movies) {
      console.message($0)
      problems.append(.badInput)
    }
    let target: OutputOption
    do throws(SystemError) {
      target = try OutputOption(
        output, for: inputs, of: choice.takesSeveral || inputs.list != nil ? 2 : files.count)
    } catch {
      console.message("\(error)")
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
    if target.isFolder { options.root = OutputTree(output).folder }
    var names = FrameNames(target, pathExtension: options.format.pathExtensions.first ?? "jpg")
    for file in files where !report.hasEnded {
      let name = names.name(of: file.relativePath)
      problems.append(make(of: file, name, FrameExtractor(options), report))
    }
    console.clearProgress()
    let outcome = report.hasEnded ? .badInput : ExitStatus(of: problems)
    if outcome != .done { throw ExitCode(outcome.rawValue) }
  }

  /// Makes the frames of a movie.
  private func make(
    of file: Inputs.File, _ name: FrameNames.Name, _ extractor: FrameExtractor,
    _ report: FramesReport
  ) -> ExitStatus {
    do throws(ConversionError) {
      let movie = try MovieFrames(file.path)
      let frames = try movie.frames(choice.selection)
      let isNumbered = choice.isNumbered
      let output = { @Sendable (frame: MovieFrames.Frame) in
        name.output(isNumbered ? frame : nil)
      }
      if let sheet = choice.sheet {
        let result = try ContactSheet(columns: sheet.columns, rows: sheet.rows)
          .make(of: movie, frames, to: name.output(nil), extractor.options) {
            report.progress(file.path, $0, of: frames.count)
          }
        return report.write(movie, result)
      }
      let results = extractor.extract(frames, of: movie, to: output) {
        report.progress(file.path, $0, of: frames.count)
      }
      return report.write(movie, results)
    } catch {
      report.write(file.path, error)
      return ExitStatus(error)
    }
  }
}

/// Reports what happened to frames.
final class FramesReport: Sendable {
  private let isJSON: Bool
  private let console: Console
  private let selection: FrameSelection
  private let ended = Mutex(false)
  private let shown = Mutex(ContinuousClock.now)

  init(isJSON: Bool, console: Console, _ selection: FrameSelection) {
    (self.isJSON, self.console, self.selection) = (isJSON, console, selection)
  }

  /// Shows the progress now and then.
  func progress(_ path: String, _ done: Int, of count: Int) {
    guard console.showsProgress, count > 1 else { return }
    let isDue = shown.withLock { shown in
      let now = ContinuousClock.now
      guard now - shown > .milliseconds(100) else { return false }
      shown = now
      return true
    }
    if isDue { console.progress("\(path): \(done) of \(count) frames") }
  }

  /// Whether a frame could not be written, so that no other can be written.
  var hasEnded: Bool { ended.withLock { $0 } }

  /// Reports a movie from which no frame was made.
  func write(_ path: String, _ error: ConversionError) {
    guard isJSON else { return console.message("\(path): \(error.message)") }
    write(path, [("outcome", .string("failed")), ("reason", .string(error.message))])
  }

  /// Reports the frames of a movie.
  func write(_ movie: MovieFrames, _ results: [FrameExtractor.Outcome]) -> ExitStatus {
    console.clearProgress()
    var said: [String] = []
    var outcomes: [ExitStatus] = []
    for made in results {
      switch made.result {
      case .success(let result):
        outcomes.append(ExitStatus(result))
        write(movie, made.frame, result)
        said += result.notes + result.warnings.map { "warning: \($0)" }
      case .failure(let error):
        // A damaged frame is a loss if there are others.
        let isLoss = error.isOfInput && results.contains { (try? $0.result.get()) != nil }
        outcomes.append(isLoss ? .warnings : ExitStatus(error))
        write(movie, made.frame, error)
      }
    }
    tell(movie, said)
    if results.contains(where: \.endsRun) {
      ended.withLock { $0 = true }
      return .badInput
    }
    let worst = outcomes.max() ?? .done
    if !movie.notes(selection).isEmpty { return max(worst, .warnings) }
    return ExitStatus(of: outcomes)
  }

  /// Reports a contact sheet.
  func write(_ movie: MovieFrames, _ sheet: ContactSheet.Outcome) -> ExitStatus {
    console.clearProgress()
    write(movie, nil, sheet.picture)
    for (frame, error) in sheet.lost { write(movie, frame, error) }
    tell(movie, sheet.picture.notes + sheet.picture.warnings.map { "warning: \($0)" })
    let isWhole = sheet.lost.isEmpty && movie.notes(selection).isEmpty
    return isWhole ? ExitStatus(sheet.picture) : .warnings
  }

  /// Reports notes about frames, each once.
  private func tell(_ movie: MovieFrames, _ notes: [String]) {
    guard !isJSON else { return }
    var said: Set<String> = []
    for note in movie.notes(selection).map({ "warning: \($0)" }) + notes
    where said.insert(note).inserted {
      console.message("\(movie.path): \(note)")
    }
  }

  private func write(
    _ movie: MovieFrames, _ frame: MovieFrames.Frame?, _ result: ConversionResult
  ) {
    guard isJSON else {
      let time = frame.map { ", \(MovieFrames.text($0.time)) s" } ?? ""
      let output = console.output
      output.text(
        "\(result.output): \(result.width) × \(result.height), \(counted(result.byteCount, "byte"))\(time)"
      )
      return output.flush()
    }
    let warnings = movie.notes(selection) + result.warnings
    write(
      movie.path,
      start(movie, frame, "made") + [
        ("output", .string(result.output)), ("width", .int(result.width)),
        ("height", .int(result.height)), ("bytes", .int(result.byteCount)),
        ("warnings", .array(warnings.map { .string($0) })),
        ("notes", .array(result.notes.map { .string($0) })),
      ])
  }

  private func write(_ movie: MovieFrames, _ frame: MovieFrames.Frame, _ error: ConversionError) {
    guard isJSON else {
      return console.message(
        "\(movie.path): frame \(frame.number), at \(MovieFrames.text(frame.time)) s: \(error.message)"
      )
    }
    write(movie.path, start(movie, frame, "failed") + [("reason", .string(error.message))])
  }

  private func start(
    _ movie: MovieFrames, _ frame: MovieFrames.Frame?, _ outcome: String
  ) -> [(String, JSONValue?)] {
    [
      ("outcome", .string(outcome)), ("frame", frame.map { .int($0.number) }),
      ("time", frame.map { .double($0.time) }),
      ("keyframe", frame.map { .bool(movie.isKeyframe($0)) }),
    ]
  }

  private func write(_ path: String, _ members: [(String, JSONValue?)]) {
    let output = console.output
    JSONValue.object([("file", .string(path))] + members + RemoteInputs.transfer(of: path))
      .writeLine(to: output)
    output.flush()
  }
}

/// The names of the frames of movies. All names are different.
struct FrameNames {
  private let output: OutputOption
  private let pathExtension: String
  private var used: Set<String> = []

  /// - Parameter pathExtension: the extension of files in a folder, without its dot.
  init(_ output: OutputOption, pathExtension: String) {
    self.output = output
    self.pathExtension = pathExtension
  }

  /// The names of the frames of one movie.
  struct Name: Sendable {
    fileprivate var stem: String
    fileprivate var ending: String
    fileprivate var isFixed: Bool

    /// The path of the frame of a frame, or of the only frame of the movie.
    func output(_ frame: MovieFrames.Frame?) -> String {
      guard let frame, !isFixed else { return stem + ending }
      return stem + "-" + zeroPadded(frame.number, to: 5) + ending
    }
  }

  /// - Parameter relativePath: the path of the movie. If its name differs from that of another only in its extension or
  ///   in the case of letters, its frames keep the extension: `clip.mp4-00001.jpg`.
  mutating func name(of relativePath: String) -> Name {
    guard output.isFolder else { return Name(stem: output.path, ending: "", isFixed: true) }
    var stem = relativePath.splitAtExtension.stem
    while !used.insert(stem.lowercased()).inserted {
      stem = stem == relativePath ? stem + "-" : relativePath
    }
    return Name(stem: output.file(stem), ending: "." + pathExtension, isFixed: false)
  }
}
