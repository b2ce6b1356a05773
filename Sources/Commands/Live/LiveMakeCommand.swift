import ArgumentParser
import Editing
import FileAccess
import ISOBMFF
import Inspection
import LivePhoto
import Verification

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

      EXAMPLES
        boxwalk live make IMG_1234.HEIC IMG_1234.MOV -o joined/
        boxwalk live make photo.jpg clip.mp4 -o joined/ --time 1.2
        boxwalk live make edited.heic IMG_1234.MOV -o joined/ --identifier new
      """)

  @Argument(help: "The still, a JPEG or HEIC photo.", completion: .file())
  var still: String

  @Argument(help: "The movie, a MOV or MP4 file.", completion: .file())
  var movie: String

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

  @Option(
    help: """
      When the still was taken, in seconds from the start of the movie; by default the middle, or what \
      the movie says already.
      """)
  var time: Double?

  @Flag(
    name: .customLong("replace-maker-note"),
    help: "Let a maker note of another vendor go, and all that it says, to make room for Apple's.")
  var replacesMakerNote = false

  @Flag(
    name: .customLong("any-codec"),
    help: "Join a movie all the same if Photos does not play its codec.")
  var allowsAnyCodec = false

  @Flag(name: .customLong("json"), help: "The result as JSON.")
  var isJSON = false

  init() {}

  func validate() throws {
    if let time, !(time >= 0 && time.isFinite) {
      throw ValidationError("A --time is a number of seconds that is not negative.")
    }
    if let identifier, !["new", "still", "movie"].contains(identifier),
      ContentIdentifier(uuid: identifier) == nil
    {
      throw ValidationError(
        "An --identifier is a UUID such as 5C1A7E7C-9F4B-4E3B-A8E0-0D4C7A1B2C3D, new, still or movie."
      )
    }
  }

  func run() throws {
    Console.ignoreBrokenPipes()
    let console = Console()
    do {
      let result = try make()
      let output = console.output
      report(result, output)
      output.flush()
      if !result.warnings.isEmpty { throw ExitCode(Outcome.warnings.rawValue) }
    } catch let failure as HalfError {
      fail(failure.path, failure.message, console)
    } catch let error as SystemError {
      fail(nil, "\(error)", console)
    }
  }
}

/// What went wrong with which half.
private struct HalfError: Error {
  var path: String
  var message: String
}

extension LiveMakeCommand {
  private struct Result {
    var still: String
    var movie: String
    var identifier: ContentIdentifier
    /// What was done, each with the file of which it is said.
    var notes: [(path: String, note: String)] = []
    var warnings: [String] = []
  }

  private func make() throws -> Result {
    let stillFile = try open(still)
    let movieFile = try open(movie)
    let (stillSource, movieSource) = (
      try source(stillFile, still), try source(movieFile, movie)
    )
    try refuse(stillSource.bytes, movieSource.bytes)
    let identifier = try identifier(stillSource.bytes, movieSource.bytes)

    let newStill = try half(still) { () throws(EditError) in
      try LiveStill(
        stillSource.bytes, identifier: identifier, replacingMakerNote: replacesMakerNote)
    }
    var options = LiveMovieOptions(identifier)
    options.time = time
    options.allowsAnyCodec = allowsAnyCodec
    options.still = StillFacts(photo: stillSource.bytes)
    let newMovie = try half(movie) { () throws(EditError) in
      try LiveMovie(movieSource.bytes, options)
    }

    let (stillPath, moviePath) = try outputPaths()
    var result = Result(still: stillPath, movie: moviePath, identifier: identifier)
    result.notes =
      newStill.notes.map { (stillPath, $0) } + newMovie.notes.map { (moviePath, $0) }
    let stillOutput = try OutputFile(stillPath)
    let movieOutput = try OutputFile(moviePath)
    try stillOutput.write(newStill.written, of: stillSource, in: stillFile)
    try movieOutput.write(newMovie.written, of: movieSource, in: movieFile)
    try check(stillOutput, movieOutput, &result)
    try stillOutput.takeAttributes(of: stillFile)
    try movieOutput.takeAttributes(of: movieFile)
    try stillOutput.commit(replacing: false)
    do {
      try movieOutput.commit(replacing: false)
    } catch {
      // Both, or none.
      try? remove(stillPath)
      throw error
    }
    return result
  }

  private func open(_ path: String) throws -> OpenFile {
    guard PathKind(path) != .folder else { throw HalfError(path: path, message: "is a folder") }
    return try OpenFile.reading(path)
  }

  private func source(_ file: borrowing OpenFile, _ path: String) throws -> ByteSource {
    do throws(ByteSourceError) { return try file.source(path) } catch {
      throw HalfError(path: path, message: error.reason.words)
    }
  }

  private func half<Half>(_ path: String, _ make: () throws(EditError) -> Half) throws -> Half {
    do throws(EditError) { return try make() } catch {
      throw HalfError(path: path, message: error.message)
    }
  }

  /// Halves that are none, by what is in them.
  private func refuse(_ stillBytes: Bytes, _ movieBytes: Bytes) throws {
    if let refusal = FileKind(stillBytes).refusalAsStill {
      throw HalfError(path: still, message: refusal)
    }
    if let refusal = FileKind(movieBytes).refusalAsMovie {
      throw HalfError(path: movie, message: refusal)
    }
  }

  private func identifier(_ stillBytes: Bytes, _ movieBytes: Bytes) throws -> ContentIdentifier {
    let ofStill = ContentIdentifier(still: stillBytes)
    let ofMovie = ContentIdentifier(movie: movieBytes)
    switch identifier {
    case "new": return .random()
    case "still":
      guard let ofStill else { throw HalfError(path: still, message: "bears no identifier") }
      return ofStill
    case "movie":
      guard let ofMovie else { throw HalfError(path: movie, message: "bears no identifier") }
      return ofMovie
    case let text?: return ContentIdentifier(uuid: text) ?? .random()
    case nil:
      if let ofStill, let ofMovie, ofStill != ofMovie {
        throw HalfError(
          path: movie,
          message:
            "bears another identifier (\(ofMovie)) than the still (\(ofStill)): --identifier still, movie or new says which to take"
        )
      }
      return ofStill ?? ofMovie ?? .random()
    }
  }

  /// Both have the name of the still; the movie's extension is in its style.
  private func outputPaths() throws -> (still: String, movie: String) {
    let name = still.split(separator: "/").last.map(String.init) ?? still
    let dot = name.lastIndex(of: ".")
    let stem = dot.map { String(name[..<$0]) } ?? name
    let ending = dot.map { String(name[name.index(after: $0)...]) } ?? ""
    let isCapital = !ending.isEmpty && ending == ending.uppercased()
    let folder = output.hasSuffix("/") ? output : output + "/"
    let paths = (folder + name, folder + stem + (isCapital ? ".MOV" : ".mov"))
    guard PathKind(output) != .file else {
      throw HalfError(path: output, message: "is a file, and no folder")
    }
    try OutputPath.makeFolder(of: paths.0)
    for path in [paths.0, paths.1] where PathKind(path) != .nothing {
      throw HalfError(path: path, message: "exists, and is not replaced")
    }
    return paths
  }

  /// Reads both again, as they are on the disk.
  private func check(
    _ stillOutput: borrowing OutputFile, _ movieOutput: borrowing OutputFile, _ result: inout Result
  ) throws {
    let check = LiveCheck(
      still: try stillOutput.source().bytes, named: result.still,
      movie: try movieOutput.source().bytes, named: result.movie)
    guard check.isPaired, check.still.identifier == result.identifier else {
      throw HalfError(
        path: result.still, message: "would not bear the identifier; nothing is written")
    }
    for finding in check.findings where finding.severity > .note {
      // A codec was let through by --any-codec, and the notes name it.
      if finding.severity == .error, !allowsAnyCodec {
        throw HalfError(
          path: finding.part == .movie ? result.movie : result.still,
          message: "would be no Live Photo: it \(finding.message)")
      }
      result.warnings.append("the \(finding.part.rawValue) \(finding.message)")
    }
  }

  // MARK: What is said

  private func report(_ result: Result, _ output: Output) {
    guard !isJSON else {
      var json = JSONWriter(output)
      ReportValue.object([
        ("still", .string(result.still)), ("movie", .string(result.movie)),
        ("outcome", .string("made")), ("identifier", .string(result.identifier.text)),
        ("notes", .array(result.notes.map { .string("\($0.path): \($0.note)") })),
        ("warnings", .array(result.warnings.map { .string($0) })),
      ]).write(to: &json)
      return output.line()
    }
    for path in [result.still, result.movie] {
      output.line(path)
      for note in result.notes where note.path == path { output.line("  \(note.note)") }
    }
    for warning in result.warnings { output.line("  \(warning)") }
    output.line("  identifier \(result.identifier)")
  }

  private func fail(_ path: String?, _ message: String, _ console: Console) -> Never {
    if isJSON {
      let output = console.output
      var json = JSONWriter(output)
      ReportValue.object([
        ("still", .string(still)), ("movie", .string(movie)), ("outcome", .string("failed")),
        ("file", path.map { .string($0) }), ("reason", .string(message)),
      ]).write(to: &json)
      output.line()
      output.flush()
    } else {
      console.message(path.map { "\($0): \(message)" } ?? message)
    }
    LiveMakeCommand.exit(withError: ExitCode(Outcome.badInput.rawValue))
  }
}
