import ArgumentParser
import Editing
import Exif
import FileAccess
import ISOBMFF
import Inspection
import LivePhoto
import MotionPhotos
import Verification

/// `boxwalk live convert`
struct LiveConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Makes a motion photo for Android of a still and a movie, and a Live Photo of that.",
    discussion: """
      Two files, a still and a movie, become one: a motion photo, as Google and Samsung define it. One \
      file, a motion photo, becomes two: the still and the movie of a Live Photo. The time at which the \
      still was taken is kept both ways, and so is a gain map. No picture and no sample changes, and \
      the files that are given stay as they are.

      STYLES
        google      Motion Photo format 1.0: XMP says where the movie is. Google Photos, Pixel, and
                    most phones of today
        samsung     the same, and the records that Samsung's gallery reads
        microvideo  the forerunner of 2017, for JPEG pictures

      EXAMPLES
        boxwalk live convert IMG_1234.HEIC IMG_1234.MOV -o android/     IMG_1234.MP.HEIC
        boxwalk live convert IMG_1234.JPG IMG_1234.MOV -o android/ --style samsung
        boxwalk live convert PXL_20240101.MP.jpg -o iphone/             a still and a movie

      A phone that does not show HEIC photos wants the still as JPEG: boxwalk convert makes one, with \
      the gain map.
      """)

  @Argument(help: "A still and its movie; or one motion photo.", completion: .file())
  var paths: [String]

  @Option(name: .shortAndLong, help: "The folder of the new files.", completion: .directory)
  var output: String

  @Option(help: "Which kind of motion photo: google, samsung or microvideo.")
  var style = Style.google

  enum Style: String, CaseIterable, ExpressibleByArgument {
    case google, samsung, microvideo

    var style: MotionPhotoFile.Style {
      switch self {
      case .google: .google
      case .samsung: .samsung
      case .microvideo: .microvideo
      }
    }
  }

  @Option(
    help:
      "When the still was taken, in seconds from the start of the movie, in place of what is said.")
  var time: Double?

  @Option(help: "Of a Live Photo: a UUID to take as identifier; by default a new one.")
  var identifier: String?

  @Flag(
    name: .customLong("replace-maker-note"),
    help: "Let a maker note of another vendor go, and all that it says, to make room for Apple's.")
  var replacesMakerNote = false

  @Flag(
    name: .customLong("any-codec"),
    help: "Make a Live Photo also of a movie with a codec that Photos does not play.")
  var allowsAnyCodec = false

  @Flag(name: .customLong("json"), help: "The result as JSON.")
  var isJSON = false

  func validate() throws {
    guard (1...2).contains(paths.count) else {
      throw ValidationError("Name a still and a movie, or one motion photo.")
    }
    if let time, !(time >= 0 && time.isFinite) {
      throw ValidationError("A --time is a number of seconds that is not negative.")
    }
    if let identifier, ContentIdentifier(uuid: identifier) == nil {
      throw ValidationError(
        "An --identifier is a UUID such as 5C1A7E7C-9F4B-4E3B-A8E0-0D4C7A1B2C3D.")
    }
  }

  func run() throws {
    Console.ignoreBrokenPipes()
    let console = Console()
    do {
      let result = paths.count == 2 ? try motionPhoto() : try livePhoto()
      let output = console.output
      result.report(output, isJSON)
      output.flush()
    } catch let error as LiveError {
      fail(error.path, error.message, console)
    } catch let error as SystemError {
      fail(nil, "\(error)", console)
    }
  }

  private func fail(_ path: String?, _ message: String, _ console: Console) -> Never {
    if isJSON {
      let output = console.output
      var json = JSONWriter(output)
      ReportValue.object([
        ("outcome", .string("failed")), ("file", path.map { .string($0) }),
        ("reason", .string(message)),
      ]).write(to: &json)
      output.line()
      output.flush()
    } else {
      console.message(path.map { "\($0): \(message)" } ?? message)
    }
    LiveConvertCommand.exit(withError: ExitCode(Outcome.badInput.rawValue))
  }
}

// MARK: - To a motion photo

extension LiveConvertCommand {
  private func motionPhoto() throws -> Converted {
    let (still, movie) = (paths[0], paths[1])
    let stillFile = try LiveInput(still)
    let movieFile = try LiveInput(movie)
    if let refusal = FileKind(stillFile.bytes).refusalAsStill { throw LiveError(still, refusal) }
    if let refusal = FileKind(movieFile.bytes).refusalAsMovie { throw LiveError(movie, refusal) }
    let part: MotionPhotoMovie
    do throws(EditError) { part = try MotionPhotoMovie(movieFile.bytes, time: time) } catch {
      throw LiveError(movie, error.message)
    }
    let new: MotionPhotoFile
    do throws(EditError) {
      new = try MotionPhotoFile(still: stillFile.bytes, movie: part, style: style.style)
    } catch {
      throw LiveError(still, error.message)
    }
    let path = folder + MotionPhotoName.photo(ofStill: name(still), style: style.style)
    try OutputPath.makeFolder(of: path)
    guard PathKind(path) == .nothing else { throw LiveError(path, "exists, and is not replaced") }
    let file = try OutputFile(path)
    try file.write(new.written, of: stillFile.source, in: stillFile.file)
    try file.takeAttributes(of: stillFile.file)
    try file.commit(replacing: false)
    return Converted(
      files: [("photo", path)], notes: part.notes + new.notes, time: part.time)
  }

  private func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private var folder: String { output.hasSuffix("/") ? output : output + "/" }
}

// MARK: - To a Live Photo

extension LiveConvertCommand {
  private func livePhoto() throws -> Converted {
    let path = paths[0]
    let input = try LiveInput(path)
    if let refusal = FileKind(input.bytes).refusalAsStill { throw LiveError(path, refusal) }
    guard let photo = MotionPhoto(input.bytes) else {
      throw LiveError(
        path,
        MotionPhoto.missingMovie(in: input.bytes)
          ?? "has no movie in it: name the still and the movie that belong together")
    }
    let identifier =
      identifier.flatMap { ContentIdentifier(uuid: $0) }
      ?? ContentIdentifier(movie: photo.movie) ?? .random()
    let still: LiveStill
    let movie: LiveMovie
    do throws(EditError) {
      still = try LiveStill(photo, identifier: identifier, replacingMakerNote: replacesMakerNote)
      var options = LiveMovieOptions(identifier)
      options.time = time
      options.allowsAnyCodec = allowsAnyCodec
      options.still = StillFacts(photo: input.bytes)
      movie = try LiveMovie(photo, options)
    } catch {
      throw LiveError(path, error.message)
    }
    let names = MotionPhotoName.halves(ofPhoto: name(path), movie: "mov")
    let outputs = try HalfOutputs(still: folder + names.still, movie: folder + names.movie)
    try outputs.still.write(still.written, of: input.source, in: input.file)
    try outputs.movie.write(movie.written, of: input.source, in: input.file)
    let check = LiveCheck(
      still: try outputs.still.source().bytes, named: names.still,
      movie: try outputs.movie.source().bytes, named: names.movie)
    guard check.isPaired, check.still.identifier == identifier else {
      throw LiveError(path, "would not become a Live Photo; nothing is written")
    }
    try outputs.still.takeAttributes(of: input.file)
    try outputs.movie.takeAttributes(of: input.file)
    try outputs.commit()
    return Converted(
      files: [("still", outputs.still.path), ("movie", outputs.movie.path)],
      notes: photo.contradictions + still.notes + movie.notes, time: photo.xmp.presentationTime,
      identifier: identifier)
  }
}

/// A file that is read.
struct LiveInput: ~Copyable {
  let file: OpenFile
  let source: ByteSource
  var bytes: Bytes { source.bytes }

  init(_ path: String) throws {
    guard PathKind(path) != .folder else { throw LiveError(path, "is a folder") }
    let file = try OpenFile.reading(path)
    let source: ByteSource
    do throws(ByteSourceError) { source = try file.source(path) } catch {
      throw LiveError(path, error.reason.words)
    }
    self.file = file
    self.source = source
  }
}

/// What was made.
private struct Converted {
  var files: [(kind: String, path: String)]
  var notes: [String]
  /// In microseconds.
  var time: Int64?
  var identifier: ContentIdentifier?

  func report(_ output: Output, _ isJSON: Bool) {
    let seconds = time.map { "\(Double($0) / 1e6)" }
    guard isJSON else {
      for file in files { output.line(file.path) }
      for note in notes { output.line("  \(note)") }
      output.line(
        identifier.map { "  identifier \($0)" } ?? seconds.map { "  the still is at \($0) s" }
          ?? "  nothing says when the still was taken")
      return
    }
    var json = JSONWriter(output)
    ReportValue.object(
      files.map { ($0.kind, .string($0.path)) } + [
        ("outcome", .string("made")), ("time", time.map { .double(Double($0) / 1e6) }),
        ("identifier", identifier.map { .string($0.text) }),
        ("notes", .array(notes.map { .string($0) })),
      ]
    ).write(to: &json)
    output.line()
  }
}
