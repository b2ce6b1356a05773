import ArgumentParser
import Conversion
import Files
import Library
import Metadata
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
