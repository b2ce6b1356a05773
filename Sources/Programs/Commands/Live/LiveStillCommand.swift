import ArgumentParser
import Conversion
import Editing
import FieldCoding
import Files
import ISOBMFF
import Inspection
import LivePhotos
import Movie
import Text
import WorkerClient
import WorkerProtocol

/// `boxwalk live still`
struct LiveStillCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "still",
    abstract: "Makes another frame of its movie the still of a Live Photo.",
    discussion: """
      The command writes two new files and leaves the inputs as they are. The still is the frame \
      at the given time, made as by boxwalk frames, with the date, location and camera of the movie; \
      it has the format of the old still, or else HEIC. The movie then says that this frame is the \
      still, and no sample of it changes. Both keep their identifier, or get a new one if there \
      was none.

      A frame has fewer samples than a photo, and has no depth map, gain map or maker note.

      EXAMPLES
        boxwalk live still IMG_1.HEIC IMG_1.MOV --at 1.2 -o new/
        boxwalk live still IMG_1.MOV --at 0.5 -o new/ --format jpeg
      """)

  @Argument(
    help: ArgumentHelp("The movie, or the still and the movie.", valueName: "files"),
    completion: .file())
  var arguments: [InputPath]

  private var files: [String] { arguments.map(\.path) }

  @Option(help: "The time of the frame: seconds, or h:mm:ss.fff.")
  var at: FrameChoiceOptions.TimeList

  @Option(
    name: .shortAndLong,
    help: "The folder of the new files, which get the name of the still, or else of the movie.",
    completion: .directory)
  var output: String

  /// The formats that a still of a Live Photo can have.
  enum StillFormat: String, CaseIterable, ExpressibleByArgument {
    case heic, jpeg
  }

  @Option(help: "By default, the format of the old still, or else heic.")
  var format: StillFormat?

  @Option(
    name: .shortAndLong,
    help: "Quality of the still, 1 to 100; by default 55 for HEIC, and 90 for JPEG.")
  var quality: Int?

  @Flag(name: .shortAndLong, help: "Replace files that exist, except for the inputs.")
  var force = false

  @Flag(
    name: [.customLong("json"), .customShort("j")],
    help: "The result as JSON, as in Documentation/live-make-json.md.")
  var isJSON = false

  @OptionGroup(title: "Files at URLs") var remote: RemoteReading

  init() {}

  func validate() throws {
    if !(1...2).contains(files.count) {
      throw ValidationError("Name the movie, or the still and the movie.")
    }
    if at.times.count != 1 { throw ValidationError("A Live Photo has one still: name one time.") }
    if let quality, !(1...100).contains(quality) {
      throw ValidationError("--quality has to be 1 to 100.")
    }
  }

  func run() throws {
    let console = Console()
    do {
      let result = try make()
      report(result, console)
      if !result.warnings.isEmpty { throw ExitCode(ExitStatus.warnings.rawValue) }
    } catch let failure as LiveError {
      report(failure, console)
      throw ExitCode((failure.isFault ? ExitStatus.fault : .badInput).rawValue)
    } catch let error as SystemError {
      report(LiveError(nil, "\(error)"), console)
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
  }

  private struct Result {
    var still: String
    var movie: String
    var identifier: ContentIdentifier
    var notes: [String]
    /// Warnings about what Photos may refuse.
    var warnings: [String] = []
  }

  // MARK: The still

  private func make() throws -> Result {
    let movie = files[files.count - 1]
    let old = files.count == 2 ? try OriginalFile(named: files[0]) : nil
    let oldBytes = old?.bytes
    let clip = try OriginalFile(named: movie)
    let isJPEG = oldBytes.map { $0.starts(with: [0xFF, 0xD8]) } ?? false
    let format: OutputFormat = (format.map { $0 == .jpeg } ?? isJPEG) ? .jpeg : .heic
    let (stem, ending) = files[0].lastPathName.splitAtExtension
    let folder = try FolderName.checked(output)
    var paths = LivePhotoFiles(
      still: folder + stem + ".\(format.pathExtensions[0])".inCase(of: ending),
      movie: folder + stem + ".mov".inCase(of: ending))
    if force { try paths.replaceFiles(exceptFor: files) }
    let refusal = "exists; --force replaces it"
    let left = force ? nil : try paths.leftFile(orThrow: refusal)
    paths.left = left?.path
    let identifier =
      ContentIdentifier(movie: clip.bytes)
      ?? oldBytes.flatMap { ContentIdentifier(still: $0) }
      ?? left.flatMap { ContentIdentifier(still: $0.bytes) ?? ContentIdentifier(movie: $0.bytes) }
      ?? .random()
    let frames = try named(movie) { () throws(ConversionError) in try MovieFrames(clip) }
    let frame = try named(movie) { () throws(ConversionError) in
      try frames.frames(.at(at.times))[0]
    }
    let photo = try still(frame, of: frames, format)
    var options = LiveMovieOptions(identifier)
    options.time = frame.time
    options.stillRegion = frames.shownRegion
    options.still = oldBytes.map { LiveStillFacts(photo: $0) } ?? LiveStillFacts()
    let newMovie = try LiveError.naming(movie) { () throws(EditError) in
      try LiveMovie(clip.bytes, options)
    }
    let newStill = try LiveError.naming(paths.still) { () throws(EditError) in
      try LiveStill(photo.bytes, identifier: identifier)
    }
    if let left,
      !(left.path == paths.still ? newStill.written : newMovie.written)
        .isSame(as: left.bytes)
    {
      throw LiveError(left.path, refusal)
    }
    var warnings: [String] = []
    try paths.write(newStill, from: photo, newMovie, from: clip, identifier) {
      (check) throws(LiveError) in
      for finding in check.findings where finding.severity > .note {
        warnings.append("the \(finding.part.rawValue) \(finding.message)")
      }
    }
    return Result(
      still: paths.still, movie: paths.movie, identifier: identifier, notes: newMovie.notes,
      warnings: warnings)
  }

  /// The frame as a photo, in a file without a name.
  private func still(
    _ frame: MovieFrames.Frame, of movie: MovieFrames, _ format: OutputFormat
  ) throws -> OriginalFile {
    guard let worker = WorkerProgram.path else {
      throw LiveError(
        nil,
        "boxwalk-codec, the program that decodes, is not beside boxwalk; install both together",
        isFault: true)
    }
    var options = ConversionOptions(Worker(worker))
    options.format = format
    options.quality = quality
    return try withTemporaryFolder { folder in
      let path = "\(folder)/still.\(format.pathExtensions[0])"
      let made = FrameExtractor(options).extract([frame], of: movie, to: { _ in path })
      _ = try named(movie.path) { () throws(ConversionError) in try made[0].result.get() }
      return try OriginalFile(named: path)
    }
  }

  private func named<Value>(
    _ path: String, _ body: () throws(ConversionError) -> Value
  ) throws(LiveError) -> Value {
    do throws(ConversionError) { return try body() } catch {
      throw LiveError(path, error.message, isFault: error.kind == .worker)
    }
  }

  // MARK: Messages

  private func report(_ result: Result, _ console: Console) {
    let output = console.output
    defer { output.flush() }
    guard !isJSON else {
      var json = JSONWriter(output)
      JSONValue.object([
        ("still", .string(result.still)), ("movie", .string(result.movie)),
        ("outcome", .string("made")), ("identifier", .string(result.identifier.text)),
        ("notes", .array(result.notes.map { .string($0) })),
        ("warnings", .array(result.warnings.map { .string($0) })),
      ]).write(to: &json)
      return output.line()
    }
    output.text(result.still)
    output.text(result.movie)
    for note in result.notes + result.warnings { output.text("  \(note)") }
    output.text("  identifier \(result.identifier)")
  }

  private func report(_ failure: LiveError, _ console: Console) {
    guard isJSON else {
      return console.message(failure.path.map { "\($0): \(failure.message)" } ?? failure.message)
    }
    let output = console.output
    var json = JSONWriter(output)
    JSONValue.object([
      ("movie", .string(files[files.count - 1])), ("outcome", .string("failed")),
      ("file", failure.path.map { .string($0) }), ("reason", .string(failure.message)),
    ]).write(to: &json)
    output.line()
    output.flush()
  }
}

/// The frame of a movie that is most similar to a still. If others are as similar, it is the one nearest to the time
/// that the files state.
struct FoundFrame {
  /// The number of the frame among those that are shown, from 0.
  let frame: Int
  /// What decided between similar frames; nil if nothing had to, or could.
  private let moment: StatedStillTime?
  let frameCount: Int
  /// The presentation time of the frame, in seconds.
  let time: Double
  private let match: FrameSearch.Match

  /// Decodes the image in the file `still`, which has these `facts`, and the movie in the file `movie`, which was
  /// read as `file`.
  init(still: String, _ facts: LiveStillFacts, movie: String, _ file: BoxFile) throws {
    guard let worker = WorkerProgram.path else {
      throw LiveError(
        nil,
        "boxwalk-codec, the program that decodes, is not beside boxwalk; install both together",
        isFault: true)
    }
    guard let read = MovieFile(file), let (track, times) = read.shownFrames else {
      throw LiveError(movie, "does not say when its frames are shown")
    }
    let photo: PhotoFile
    do throws(ConversionError) { photo = try PhotoFile(still) } catch {
      throw LiveError(still, error.message)
    }
    do throws(ConversionError) {
      let plan = try MoviePlan(track, of: file, samples: times.samples)
      match = try FrameSearch(Worker(worker)).match(photo, in: plan, at: movie)
    } catch {
      throw LiveError(
        movie, "\(error.message); --time says which frame the still is",
        isFault: error.kind == .worker)
    }
    guard match.isAlike else {
      throw LiveError(
        movie,
        "has no frame that looks like the still: the best of \(times.ticks.count) is frame \(match.frame + 1), with a likeness of \(FoundFrame.text(match.score)); if you know the time of the still, use --time"
      )
    }
    let timescale = Double(read.header?.timescale ?? 0)
    func start(of frame: Int) -> Double {
      times.ticks.indices.contains(frame) && timescale > 0
        ? Double(times.ticks[frame]) / timescale : 0
    }
    let moment = match.isUndecided ? StatedStillTime(of: facts, in: read) : nil
    let equals = match.equals
    let nearest = moment.flatMap { moment in
      equals.min { abs(start(of: $0) - moment.time) < abs(start(of: $1) - moment.time) }
    }
    // Without --match, the still is in the middle.
    let middle = equals.min { abs($0 - times.ticks.count / 2) < abs($1 - times.ticks.count / 2) }
    self.moment = moment
    frame = nearest ?? (match.isUndecided ? middle : nil) ?? match.frame
    frameCount = times.ticks.count
    time = start(of: frame)
  }

  /// The region of the frame that the still shows.
  var region: StillRegion? { match.region(on: frame) }

  /// Notes for the user.
  var notes: [String] {
    var notes = ["it looks most like the still: \(FoundFrame.text(match.score)) of 1"]
    if let decision { notes.append(likeness + decision) }
    if match.damagedCount > 0 {
      notes.append("\(counted(match.damagedCount, "frame")) could not be decoded")
    }
    return notes
  }

  /// What the user should look at.
  var warnings: [String] {
    guard match.isUndecided, moment == nil else { return [] }
    return [
      likeness
        + "the dates of both do not say when the still was taken, and the command took frame \(frame + 1), near the middle; if you know the time, use --time"
    ]
  }

  private var likeness: String {
    "little moves, so that likeness does not decide: \(match.equals.count) of \(frameCount) frames look as much like the still (\(FoundFrame.text(match.otherScore)) and \(FoundFrame.text(match.score))); "
  }

  /// How the command decided between similar frames; nil if it did not have to, or could not.
  private var decision: String? {
    switch moment?.origin {
    case .track: "the command took the one nearest to the time that the movie already states"
    case .dates:
      "the command took the one nearest to the time of the still, which is \(FoundFrame.text(moment?.time ?? 0)) s after the start by the dates of both"
    case nil: nil
    }
  }

  var json: JSONValue {
    .object([
      ("time", .double(time)), ("frame", .int(frame)), ("frames", .int(frameCount)),
      ("score", .double(match.score)), ("otherScore", .double(match.otherScore)),
      ("undecided", .bool(match.isUndecided)), ("equals", .int(match.equals.count)),
      ("decidedBy", moment.map { .string($0.origin.rawValue) }),
    ])
  }

  /// `0.97`
  private static func text(_ score: Double) -> String {
    let hundredths = Int((score * 100).rounded())
    return "\(hundredths / 100).\(zeroPadded(hundredths % 100, to: 2))"
  }
}
