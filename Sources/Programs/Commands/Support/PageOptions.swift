public import ArgumentParser
import Conversion
import FieldCoding
import Files
import ISOBMFF
import Library
import Metadata
public import Rendering
import Text
import Verification
import WorkerClient
import WorkerProtocol

/// The options for the pages and drawings of `inspect`.
struct PageOptions: ParsableArguments {
  @Option(
    help: """
      Write a page that shows the file: preview, findings, byte map, items, tiles or time, every \
      box. The page needs no other file; - is standard output.
      """,
    completion: .file())
  var html: String?

  @Flag(help: "With --html, open the page in the browser.")
  var open = false

  @Option(
    help: "One drawing as SVG: graph (of items), bytes, rate, tiles, or timeline.")
  var svg: FilePlot?

  @Option(
    name: .shortAndLong, help: "The file for --svg; without it, standard output.",
    completion: .file())
  var output: String?

  @Flag(name: .shortAndLong, help: "Replace the page, or the drawing, if it exists.")
  var force = false

  init() {}

  func validate() throws {
    if html != nil, svg != nil { throw ValidationError("Use either --html or --svg.") }
    if output != nil, svg == nil { throw ValidationError("--output is for --svg.") }
    if open, html == nil || html == "-" {
      throw ValidationError("--open needs --html with a file.")
    }
    for (path, other, word) in [(html, "svg", "page"), (output, "html", "drawing")] {
      guard let path, path.splitAtExtension.ending.lowercased() == ".\(other)" else { continue }
      throw ValidationError("\(path) is not the name of a \(word).")
    }
    if force, !isUsed { throw ValidationError("--force is for --html and --svg.") }
  }

  /// Whether anything is drawn.
  var isUsed: Bool { html != nil || svg != nil }
}

extension FilePlot: ExpressibleByArgument {}

/// Writes a page or a drawing: to standard output, or to a file that is written completely or not at all.
enum PageOutput {
  /// - Parameters:
  ///   - path: the path of the file; nil, or `-`, for standard output.
  ///   - inputs: the paths of the files that are read. They are never replaced, and no file is written if one of them
  ///     could not be read completely.
  ///   - isForced: whether another file may be replaced.
  static func write(
    to path: String?, inputs: [(path: String, bytes: Bytes)], isForced: Bool,
    _ body: (TextOutput) -> Void
  ) throws {
    guard let path, path != "-" else {
      let output = Console().output
      body(output)
      return output.flush()
    }
    let file = try CommandOutput.file(
      path, inputs: inputs.map(\.path).filter { $0 != "-" }, isForced: isForced)
    try writeDocument(to: file, replacing: isForced, of: nil, body)
    try CommandOutput.announce(path)
  }
}

/// The images of a page, which the worker decodes.
struct PagePictures {
  private var options: ConversionOptions?

  /// The number of frames of a movie that are shown.
  private static let frameCount = 6

  init() {
    options = WorkerProgram.path.map { .picture(Worker($0)) }
    options?.timeLimit = 60
  }

  /// The images of a file.
  struct Shown {
    /// The photo, or frames of the movie; or the reason why there are none.
    var preview: PagePreview
    /// Frames of the movie in a photo, or the reason why there are none; nil if it has no movie.
    var frames: PagePreview?
    /// The sentence about what the file has but could not be decoded; nil if everything could be decoded.
    var failure: String?
  }

  /// The photo of a file, or frames of its movie.
  func show(_ path: String, _ file: ExaminedFile) -> Shown {
    func none(_ reason: String) -> Shown {
      Shown(preview: .missing("There is no image here\(reason)"))
    }
    if path == "-" { return none(", as standard input is not decoded.") }
    if !file.hasPhoto, !file.hasVideo { return none(": the file has none.") }
    guard let options else {
      return none(": boxwalk-codec, the program that decodes, is not beside boxwalk.")
    }
    do throws(ConversionError) {
      return try withTemporaryFolder { (folder) throws(ConversionError) in
        guard file.hasPhoto else { return try frames(of: path, in: folder, options) }
        var shown = try photo(of: path, in: folder, options)
        guard let motion = file.movieInPhoto else { return shown }
        do throws(ConversionError) {
          let frames = try frames(of: motion.copy(in: folder), in: folder, options)
          (shown.frames, shown.failure) = (frames.preview, shown.failure ?? frames.failure)
        } catch {
          let reason = "There are no frames of the movie here. \(file.name): \(error.message)"
          (shown.frames, shown.failure) = (
            .missing(reason), shown.failure ?? "there are no frames of the movie: \(error.message)"
          )
        }
        return shown
      }
    } catch {
      var shown = none(". \(file.name): \(error.message)")
      shown.failure = "there is no preview: \(error.message)"
      return shown
    }
  }

  private func photo(
    of path: String, in folder: String, _ options: ConversionOptions
  ) throws(ConversionError) -> Shown {
    var options = options
    options.longerSide = 1024
    let photo = try PhotoFile(path)
    guard let picture = try photo.pictures(options).first else {
      throw ConversionError(.input, "has no image")
    }
    let result = try PhotoConverter(options).convert(
      picture, of: photo, to: "\(folder)/photo.jpg")
    let title = (["the image"] + result.warnings).joined(separator: "; ")
    let shown = PagePreview.Image(title: title, jpeg: try PagePictures.bytes(of: result))
    return Shown(
      preview: .images([shown]), failure: PagePictures.isPartial(result.warnings.first))
  }

  private func frames(
    of path: String, in folder: String, _ options: ConversionOptions
  ) throws(ConversionError) -> Shown {
    var options = options
    options.longerSide = 320
    let movie = try MovieFrames(path)
    // Only key frames are decoded quickly.
    let keys = try movie.frames(.keyframes)
    let all = keys.isEmpty ? movie.frames : keys
    let count = min(PagePictures.frameCount, all.count)
    let frames = (0..<count).map { all[($0 * 2 + 1) * all.count / (count * 2)] }
    let outcomes = FrameExtractor(options).extract(
      frames, of: movie, to: { "\(folder)/\($0.number).jpg" })
    var pictures: [PagePreview.Image] = []
    var failure: ConversionError?
    for outcome in outcomes {
      switch outcome.result {
      case .success(let result):
        pictures.append(
          PagePreview.Image(
            title: "\(MovieFrames.text(outcome.frame.time)) s",
            jpeg: try PagePictures.bytes(of: result)))
      case .failure(let error): failure = error
      }
    }
    if pictures.isEmpty, let failure { throw failure }
    return Shown(preview: .images(pictures), failure: PagePictures.isPartial(failure?.message))
  }

  private static func isPartial(_ reason: String?) -> String? {
    reason.map { "the preview is not whole: \($0)" }
  }

  private static func bytes(of result: ConversionResult) throws(ConversionError) -> Bytes {
    do throws(ByteSourceError) { return try ByteSource(mapping: result.output).bytes } catch {
      throw ConversionError(.output, "\(error)")
    }
  }
}

/// The audio of a page, which the worker decodes.
struct PageAudio {
  private let worker = WorkerProgram.path.map { Worker($0) }

  /// The audio of a file, and the sentence about audio that exists but could not be decoded.
  typealias Shown = (view: AudioView, failure: String?)

  /// The levels of the first audio track of a file, or of the movie in a photo; or the reason why they are not shown.
  func levels(_ path: String, _ file: ExaminedFile) -> Shown {
    guard let track = file.audioTrack else { return (.none, nil) }
    func missing(_ reason: String) -> Shown {
      (.missing("The audio level is not shown\(reason)"), nil)
    }
    if path == "-" { return missing(", as standard input is not decoded.") }
    guard let worker else {
      return missing(": boxwalk-codec, the program that decodes, is not beside boxwalk.")
    }
    var meter = AudioMeter(worker)
    meter.timeLimit = 60
    do throws(ConversionError) {
      guard file.movie == nil, let motion = file.movieInPhoto else {
        return (.levels(try meter.levels(of: track, at: path)), nil)
      }
      let levels = try withTemporaryFolder { (folder) throws(ConversionError) in
        try meter.levels(of: track, at: motion.copy(in: folder))
      }
      return (.levels(levels), nil)
    } catch {
      return (missing(": \(error.message).").view, "the audio level is not shown: \(error.message)")
    }
  }
}

extension BoxFile {
  /// Writes the bytes to a file, because a movie in a photo is decoded from a separate file.
  ///
  /// - Returns: the path of the file.
  func copy(in folder: String) throws(ConversionError) -> String {
    let copy = "\(folder)/motion.mp4"
    try ConversionError.output { () throws(SystemError) in
      try makeFolder(of: copy)
      let file = try OutputFile(copy)
      try file.write(bytes)
      try file.commit(replacing: false, of: nil)
    }
    return copy
  }
}
