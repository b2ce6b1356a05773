import ArgumentParser
import Inspection
import JSON
import LiveBundles
import LivePairing
import SystemAccess

/// `boxwalk live make`
struct LiveMakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make",
    abstract: "Joins a JPEG or HEIC photo and a MOV or MP4 movie to a Live Photo, without loss.",
    discussion: """
      Writes two new files and leaves the two that are given as they are. The photo gets an \
      identifier in the Apple maker note of its Exif metadata, which are made if there are none; the \
      movie gets the same identifier, the keys that phones write, and a track that says which frame \
      the still is. An MP4 movie becomes a QuickTime movie. Keys that are there stay.

      No picture and no sample changes. Before the new files get their names, both are read again \
      from the disk and checked; then both appear, or none.

      The identifier is the one that a half bears already, or else a new one. If the halves bear \
      different ones, --identifier says which to take.

      --match decodes the movie, and takes the frame that looks most like the still. It knows the \
      scene in other light, cut to shape, and shifted; if no frame shows it, nothing is written. \
      Where nothing moves, many frames look alike: the one is taken that is nearest to the moment that \
      the movie states already, or else to the still's date, counted from the movie's creation date. \
      Movies of HEVC and H.264 are compared, by libavcodec (see boxwalk doctor).

      A run that was broken off can leave one of both files. The same command completes it.

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
    help: "The folder of the new files, which both have the name of the still.",
    completion: .directory)
  var output: String

  @Option(
    help: """
      A UUID to take as identifier, or new for a new one, or still or movie for that of one half.
      """)
  var identifier: String?

  @OptionGroup var making: LiveMakingOptions

  @Flag(
    name: .customLong("match"), help: "Take the time of the frame that looks most like the still.")
  var isMatched = false

  @Flag(
    name: .customLong("copy-location"),
    help: "Let the movie say where the still was taken, if it says nothing of that itself.")
  var copiesLocation = false

  @Flag(
    name: [.customLong("dry-run"), .customShort("n")],
    help: "Write nothing; prove all the same, and show what would change.")
  var isDryRun = false

  @Flag(
    name: .customLong("json"), help: "The result as JSON, as in Documentation/live-make-json.md.")
  var isJSON = false

  @OptionGroup(title: "Files at addresses") var far: FarReading

  init() {}

  func validate() throws {
    if isMatched, making.time != nil { throw ValidationError("Either --match or --time: choose.") }
    if let identifier, !["new", "still", "movie"].contains(identifier),
      ContentIdentifier(uuid: identifier) == nil
    {
      throw ValidationError(
        "An --identifier is a UUID such as 5C1A7E7C-9F4B-4E3B-A8E0-0D4C7A1B2C3D, new, still or movie."
      )
    }
  }

  func run() throws {
    let console = Console()
    do {
      let result = try LivePhotoMaker(self).run()
      report(result, console)
      if !result.warnings.isEmpty { throw ExitCode(Outcome.warnings.rawValue) }
    } catch let failure as LiveError {
      report(failure, console)
      throw ExitCode((failure.isFault ? Outcome.fault : .badInput).rawValue)
    } catch let error as SystemError {
      report(LiveError(nil, "\(error)"), console)
      throw ExitCode(Outcome.badInput.rawValue)
    }
  }
}

extension LiveMakeCommand {
  // MARK: What is said

  private func report(_ result: LivePhotoMaker.Result, _ console: Console) {
    let output = console.output
    defer { output.flush() }
    let halves = [result.still, result.movie]
    guard !isJSON else {
      var json = JSONWriter(output)
      let notes = halves.flatMap { half in half.notes.map { "\(half.output): \($0)" } }
      JSONValue.object([
        ("still", .string(result.still.output)), ("movie", .string(result.movie.output)),
        ("outcome", .string(isDryRun ? "would be made" : "made")),
        ("identifier", .string(result.identifier.text)), ("match", result.match?.json),
        ("notes", .array(notes.map { .string($0) })),
        ("warnings", .array(result.warnings.map { .string($0) })),
      ]).write(to: &json)
      return output.line()
    }
    for half in halves {
      output.text(isDryRun ? "\(half.input): would change, as \(half.output)" : half.output)
      for note in half.notes { output.text("  \(note)") }
      half.difference?.write(to: output, console.style)
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
