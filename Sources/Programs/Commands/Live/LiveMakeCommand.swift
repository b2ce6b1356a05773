import ArgumentParser
import Files
import Inspection
import LivePhotos
import Text

/// `boxwalk live make`
struct LiveMakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make",
    abstract: "Joins a JPEG or HEIC photo and a MOV or MP4 movie into a Live Photo, without loss.",
    discussion: """
      The command writes two new files and leaves the two inputs as they are. The photo gets an \
      identifier in the Apple maker note of its Exif metadata (both are added if they are \
      missing). The movie gets the same identifier, the keys that phones write, and a track that \
      says which frame is the still. An MP4 movie becomes a QuickTime movie. Existing keys stay.

      No image and no sample changes. Before the new files get their names, both are read again \
      from the disk and checked; then both appear, or neither.

      The identifier is that of the still, or else a new one: the movie can belong to another photo. \
      If the still and the movie have different identifiers, --identifier says which to take.

      --match decodes the movie, and takes the frame that looks most like the still. It recognises \
      the scene in other light, cropped and shifted; if no frame shows it, nothing is written. If \
      nothing moves, many frames look alike: the command then takes the frame nearest to the time \
      that the movie already states, or else to the date of the still, counted from the creation \
      date of the movie. If neither decides, it takes one near the middle, and ends with 1. Movies with HEVC and H.264 can be compared, with libavcodec (see boxwalk \
      doctor).

      A run that was interrupted can leave one of the two files. The same command completes the \
      pair.

      EXAMPLES
        boxwalk live make IMG_1234.HEIC IMG_1234.MOV -o joined/
        boxwalk live make photo.jpg clip.mp4 -o joined/ --time 1.2
        boxwalk live make photo.jpg clip.mp4 -o joined/ --match
        boxwalk live make photo.jpg clip.mp4 -o joined/ --match --dry-run
        boxwalk live make edited.heic IMG_1234.MOV -o joined/ --identifier new
      """)

  @Argument(
    help: ArgumentHelp("The still, a JPEG or HEIC photo.", valueName: "still"), completion: .file())
  var stillFile: InputPath

  @Argument(
    help: ArgumentHelp("The movie, a MOV or MP4 file.", valueName: "movie"), completion: .file())
  var movieFile: InputPath

  var still: String { stillFile.path }
  var movie: String { movieFile.path }

  @Option(
    name: .shortAndLong,
    help: "The folder of the new files; both get the name of the still.",
    completion: .directory)
  var output: String

  @Option(
    help: """
      The identifier: a UUID; new for a new one; or still or movie for that of one of them.
      """)
  var identifier: String?

  @OptionGroup var making: LiveMakingOptions

  @Flag(
    name: .customLong("match"), help: "Take the time of the frame that looks most like the still.")
  var isMatched = false

  @Flag(
    name: .customLong("copy-location"),
    help: "Add the location of the still to the movie, if the movie has none.")
  var copiesLocation = false

  @Flag(
    name: [.customLong("dry-run"), .customShort("n")],
    help: "Write nothing; run all checks, and show what would change.")
  var isDryRun = false

  @Flag(
    name: [.customLong("json"), .customShort("j")],
    help: "The result as JSON, as in Documentation/live-make-json.md.")
  var isJSON = false

  @OptionGroup(title: "Files at URLs") var remote: RemoteReading

  init() {}

  func validate() throws {
    if isMatched, making.time != nil { throw ValidationError("Use either --match or --time.") }
    if let identifier, !["new", "still", "movie"].contains(identifier),
      ContentIdentifier(uuid: identifier) == nil
    {
      throw ValidationError(
        "--identifier has to be a UUID such as 5C1A7E7C-9F4B-4E3B-A8E0-0D4C7A1B2C3D, new, still or movie."
      )
    }
  }

  func run() throws {
    let console = Console()
    do {
      let result = try LivePhotoMaker(self).run()
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
}

extension LiveMakeCommand {
  // MARK: Messages

  private func report(_ result: LivePhotoMaker.Result, _ console: Console) {
    let output = console.output
    defer { output.flush() }
    let parts = [result.still, result.movie]
    guard !isJSON else {
      var json = JSONWriter(output)
      let notes = parts.flatMap { part in part.notes.map { "\(part.output): \($0)" } }
      JSONValue.object([
        ("still", .string(result.still.output)), ("movie", .string(result.movie.output)),
        ("outcome", .string(isDryRun ? "would be made" : "made")),
        ("identifier", .string(result.identifier.text)), ("match", result.match?.json),
        ("notes", .array(notes.map { .string($0) })),
        ("warnings", .array(result.warnings.map { .string($0) })),
      ]).write(to: &json)
      return output.line()
    }
    for part in parts {
      output.text(isDryRun ? "\(part.input): would change, as \(part.output)" : part.output)
      for note in part.notes { output.text("  \(note)") }
      part.difference?.write(to: output, console.style)
    }
    for warning in result.warnings { output.text("  \(warning)") }
    output.text("  identifier \(result.identifier)")
  }

  private func report(_ failure: LiveError, _ console: Console) {
    if isJSON {
      let output = console.output
      var json = JSONWriter(output)
      JSONValue.object([
        ("still", .string(still)), ("movie", .string(movie)), ("outcome", .string("failed")),
        ("file", failure.path.map { .string($0) }),
        ("reason", .string(failure.message)),
      ]).write(to: &json)
      output.line()
      output.flush()
    } else {
      console.message(failure.path.map { "\($0): \(failure.message)" } ?? failure.message)
    }
  }
}
