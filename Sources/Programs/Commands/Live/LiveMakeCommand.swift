import ArgumentParser
import Editing
import FieldCoding
import Files
import ISOBMFF
import Inspection
import LivePhotos
import Text
import Verification

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

/// The options for the inputs of Live Photos.
struct LiveMakingOptions: ParsableArguments {
  @Option(
    help: """
      When the still was taken, in seconds from the start of the movie; by default the time that \
      the files state, or else the middle; a motion photo that is made has no time then.
      """)
  var time: Double?

  @Flag(
    name: .customLong("replace-maker-note"),
    help: "Replace the maker note of another vendor, with all its data, by Apple's.")
  var replacesMakerNote = false

  @Flag(
    name: .customLong("any-codec"),
    help: "Also accept a movie with a codec that Photos does not play.")
  var allowsAnyCodec = false

  func validate() throws {
    if let time, !(time >= 0 && time.isFinite) {
      throw ValidationError("--time has to be a number of seconds, 0 or more.")
    }
  }
}

/// Makes the two files of a Live Photo: either both are written, or none.
struct LivePhotoMaker {
  private let command: LiveMakeCommand

  init(_ command: LiveMakeCommand) { self.command = command }

  struct Result {
    var still: Part
    var movie: Part
    var identifier: ContentIdentifier
    var match: FoundFrame?
    var warnings: [String] = []
  }

  struct Part {
    var input: String
    var output: String
    /// What was done.
    var notes: [String] = []
    /// The changes, if nothing is written.
    var difference: FileDifference?
    /// Whether this file exists already, such as from a run that was interrupted.
    var isThere = false
  }

  func run() throws -> Result {
    let stillInput = try OriginalFile(named: command.still)
    let movieInput = try OriginalFile(named: command.movie)
    let (stillBytes, movieBytes) = (stillInput.bytes, movieInput.bytes)
    try refuse(stillBytes, movieBytes)
    var (still, movie) = try parts()
    let left = try LivePhotoFiles(still: still.output, movie: movie.output).leftFile()
    let identifier = try identifier(stillBytes, movieBytes, left?.bytes)
    var result = Result(still: still, movie: movie, identifier: identifier)

    let newStill = try made(still) { () throws(EditError) in
      try LiveStill(
        stillBytes, identifier: identifier,
        replacingMakerNote: command.making.replacesMakerNote)
    }
    let options = try movieOptions(movie, movieBytes, stillBytes, identifier, &result.match)
    let newMovie = try made(movie) { () throws(EditError) in
      try LiveMovie(movieBytes, options)
    }
    still.notes = newStill.notes
    movie.notes = newMovie.notes + (result.match?.notes ?? [])
    if command.identifier == nil, let old = ContentIdentifier(movie: movieBytes), old != identifier
    {
      movie.notes.append(
        "its identifier was \(old), which the still does not have; --identifier movie keeps it")
    }
    result.warnings = result.match?.warnings ?? []
    if let left {
      still.isThere = left.path == still.output
      movie.isThere = !still.isThere
      guard (still.isThere ? newStill.written : newMovie.written).isSame(as: left.bytes) else {
        throw LiveError(left.path, "exists, and is not replaced")
      }
      let note = "is there already, with the same content"
      if still.isThere { still.notes.append(note) } else { movie.notes.append(note) }
    }
    var files = LivePhotoFiles(still: still.output, movie: movie.output)
    files.left = left?.path
    if command.isDryRun {
      let stillView = try made(still) { () throws(EditError) in try newStill.written.read() }
      let movieView = try made(movie) { () throws(EditError) in
        try newMovie.written.read(copiesUpTo: 16 << 20)
      }
      still.difference = difference(stillBytes, newStill.written, stillView)
      movie.difference = difference(movieBytes, newMovie.written, movieView)
      (result.still, result.movie) = (still, movie)
      result.warnings += try warnings(files.check(stillView, movieView, identifier), files)
      return result
    }
    (result.still, result.movie) = (still, movie)
    var warnings: [String] = []
    try files.write(newStill, from: stillInput, newMovie, from: movieInput, identifier) {
      (check) throws(LiveError) in warnings = try self.warnings(check, files)
    }
    result.warnings += warnings
    return result
  }

  // MARK: The inputs

  /// Throws for files that cannot be a Live Photo, by their contents.
  private func refuse(_ stillBytes: Bytes, _ movieBytes: Bytes) throws {
    if let refusal = FileKind(stillBytes).refusalAsStill {
      throw LiveError(command.still, refusal)
    }
    if MediaFacts(reading: stillBytes, namedAs: .still).kind == .movie {
      throw LiveError(
        command.still, "is a movie, and not a photo: name the still, and then its movie")
    }
    if let refusal = FileKind(movieBytes).refusalAsMovie {
      throw LiveError(command.movie, refusal)
    }
  }

  /// - Parameter left: a file from an interrupted run, which may have generated an identifier.
  private func identifier(
    _ stillBytes: Bytes, _ movieBytes: Bytes, _ left: Bytes?
  ) throws -> ContentIdentifier {
    let ofStill = ContentIdentifier(still: stillBytes)
    let ofMovie = ContentIdentifier(movie: movieBytes)
    func new() -> ContentIdentifier {
      left.flatMap { ContentIdentifier(still: $0) ?? ContentIdentifier(movie: $0) } ?? .random()
    }
    switch command.identifier {
    case "new": return new()
    case "still":
      guard let ofStill else {
        throw LiveError(command.still, "has no identifier")
      }
      return ofStill
    case "movie":
      guard let ofMovie else {
        throw LiveError(command.movie, "has no identifier")
      }
      return ofMovie
    case let text?: return ContentIdentifier(uuid: text) ?? .random()
    case nil:
      if let ofStill, let ofMovie, ofStill != ofMovie {
        throw LiveError(
          command.movie,
          "has another identifier (\(ofMovie)) than the still (\(ofStill)): --identifier still, movie or new says which to take"
        )
      }
      // The movie can belong to another photo, which has its identifier.
      return ofStill ?? new()
    }
  }

  // MARK: The output

  /// The options for the movie; the frame is set in `match`, if a frame is searched for.
  private func movieOptions(
    _ movie: Part, _ movieBytes: Bytes, _ stillBytes: Bytes, _ identifier: ContentIdentifier,
    _ match: inout FoundFrame?
  ) throws -> LiveMovieOptions {
    var options = LiveMovieOptions(identifier)
    options.time = command.making.time
    options.allowsAnyCodec = command.making.allowsAnyCodec
    options.still = LiveStillFacts(photo: stillBytes)
    options.copiesLocation = command.copiesLocation
    if command.isMatched {
      // A movie that cannot be part of a Live Photo is refused before anything is decoded.
      _ = try made(movie) { () throws(EditError) in try LiveMovie(movieBytes, options) }
      let found = try frame(movieBytes, options.still)
      options.frame = found.frame
      options.stillRegion = found.region
      match = found
    }
    return options
  }

  private func made<Made>(_ part: Part, _ make: () throws(EditError) -> Made) throws -> Made {
    try LiveError.naming(part.input, make)
  }

  /// Both have the name of the still; the movie's extension is in its style.
  private func parts() throws -> (still: Part, movie: Part) {
    let name = command.still.lastPathName
    let (stem, ending) = name.splitAtExtension
    let folder = try FolderName.checked(command.output)
    return (
      Part(input: command.still, output: folder + name),
      Part(input: command.movie, output: folder + stem + ".mov".inCase(of: ending))
    )
  }

  private func difference(
    _ old: Bytes, _ written: ByteWriter, _ view: Bytes
  ) -> FileDifference? {
    guard FileDifference.canRead(old) else { return nil }
    return FileDifference(between: old, and: written, viewedAs: view)
  }

  /// Warnings about both files as readers will see them.
  private func warnings(_ check: LiveCheck, _ files: LivePhotoFiles) throws(LiveError) -> [String] {
    var warnings: [String] = []
    for finding in check.findings where finding.severity > .note {
      // --any-codec allowed a codec, and the notes name it.
      if finding.severity == .error, !command.making.allowsAnyCodec {
        throw LiveError(
          finding.part == .movie ? files.movie : files.still,
          "would not be a Live Photo: it \(finding.message)")
      }
      warnings.append("the \(finding.part.rawValue) \(finding.message)")
    }
    return warnings
  }

  // MARK: The most similar frame

  private func frame(_ movie: Bytes, _ facts: LiveStillFacts) throws -> FoundFrame {
    try FoundFrame(still: command.still, facts, movie: command.movie, BoxFile(movie))
  }
}

extension LivePhotoFiles {
  /// The file that exists already, perhaps from an interrupted run; nil if none does.
  ///
  /// - Parameter refusal: the words of the error that is thrown if both exist.
  func leftFile(
    orThrow refusal: String = "exists, and is not replaced"
  ) throws -> (path: String, bytes: Bytes)? {
    let paths = try [still, movie].filter { try PathKind($0) != .nothing }
    guard let path = paths.first else { return nil }
    guard paths.count == 1, try PathKind(path) == .file else { throw LiveError(path, refusal) }
    let bytes = try OriginalFile(named: path).bytes
    if path == movie, let other = try stillWithSameName(and: ContentIdentifier(movie: bytes)) {
      throw LiveError(path, "is the movie of \(other) already: write to another folder")
    }
    return (path, bytes)
  }

  /// Another still beside the output, with the same name except for the extension, and with this identifier.
  private func stillWithSameName(and identifier: ContentIdentifier?) throws -> String? {
    guard let identifier else { return nil }
    let stem = still.splitAtExtension.stem
    let endings = [".heic", ".heif", ".jpg", ".jpeg"].flatMap { [$0, $0.uppercased()] }
    return try endings.map { stem + $0 }.first { path in
      guard path != still, try PathKind(path) == .file else { return false }
      return ContentIdentifier(still: try OriginalFile(named: path).bytes) == identifier
    }
  }
}
