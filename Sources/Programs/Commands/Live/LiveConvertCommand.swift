import ArgumentParser
import Editing
import Files
import HEIF
import ISOBMFF
import Inspection
import LivePhotos
import Metadata
import Text

/// `boxwalk live convert`
struct LiveConvertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Converts a Live Photo to a motion photo for Android, and back.",
    discussion: """
      From two files, a still and a movie, the command makes one: a motion photo, as Google and \
      Samsung define it. From a motion photo of any vendor, it makes two: the still and the movie \
      of a Live Photo. Both ways keep the time of the still, and a gain map. No image and no \
      sample changes, and the input files stay as they are. A photo with a maker note of another \
      vendor, such as Google, needs --replace-maker-note, because a Live Photo has one of Apple's.

      For a folder, --to names the result: motionphoto, from every pair that boxwalk live pair \
      calls certain or likely (--confidence); or live, from every motion photo. The output gets the same folders. \
      If one fails, the others go on.

      STYLES
        google      Motion Photo format 1.0: Google Photos, Pixel, most phones
        samsung     the same, with the records that Samsung's gallery reads
        microvideo  the older format of 2017, for JPEG images

      EXAMPLES
        boxwalk live convert IMG_1234.HEIC IMG_1234.MOV -o android/
        boxwalk live convert IMG_1.JPG IMG_1.MOV -o android/ --style samsung
        boxwalk live convert PXL_20240101.MP.jpg -o iphone/ --replace-maker-note
        boxwalk live convert Pictures/ -o android/ --to motionphoto
        boxwalk live convert DCIM/ -o iphone/ --to live --json

      A phone that cannot show HEIC photos needs a JPEG still: boxwalk convert makes one, with the \
      gain map.

      EXIT CODES
        0  done
        2  nothing was made
        3  some of several files were not made

      Documentation/live-convert-json.md describes the JSON.
      """)

  @Argument(
    help: "A still and its movie; or motion photos; or a folder, with --to.", completion: .file())
  var paths: [String]

  @Option(name: .shortAndLong, help: "The folder of the new files.", completion: .directory)
  var output: String

  @Option(help: "What to make of a folder: motionphoto or live.")
  var to: Direction?

  enum Direction: String, CaseIterable, ExpressibleByArgument { case motionphoto, live }

  @Option(help: "The style of motion photo: google, samsung or microvideo.")
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

  @OptionGroup var pairing: PairConfidenceOption
  @OptionGroup var making: LiveMakingOptions

  @Option(
    help:
      "The identifier of the Live Photo, a UUID; by default that of the movie, or a new one.")
  var identifier: String?

  @Flag(name: [.customLong("json"), .customShort("j")], help: "A line of JSON for each result.")
  var isJSON = false

  func validate() throws {
    if paths.isEmpty { throw ValidationError("Name a still and its movie, or a motion photo.") }
    if output.isEmpty { throw ValidationError("--output has to be a folder.") }
    if let identifier, ContentIdentifier(uuid: identifier) == nil {
      throw ValidationError(
        "--identifier has to be a UUID such as 5C1A7E7C-9F4B-4E3B-A8E0-0D4C7A1B2C3D.")
    }
    if to != nil, !paths.contains(where: { (try? PathKind($0)) == .folder }) {
      throw ValidationError(
        "--to is for folders: a file, or a still and its movie, have one result.")
    }
    if to == nil, let folder = paths.first(where: { (try? PathKind($0)) == .folder }) {
      throw ValidationError(
        "\(folder) is a folder: --to motionphoto or --to live says what to make of it.")
    }
    if making.time != nil || identifier != nil, paths.count > 2 {
      throw ValidationError("--time and --identifier need a single photo.")
    }
  }

  func run() async throws {
    let console = Console()
    var outcomes: [ExitStatus] = []
    let (works, problems) = try await works(console)
    outcomes += problems
    for (number, work) in works.enumerated() {
      if works.count > 1 { console.progress("\(number + 1) of \(works.count)") }
      outcomes.append(convert(work, console))
    }
    console.clearProgress()
    let outcome = ExitStatus(of: outcomes)
    if outcome != .done { throw ExitCode(outcome.rawValue) }
  }

  /// One image to convert, or both files of a Live Photo.
  private struct Work {
    var paths: [String]
    /// The folder below the output, with a / at its end.
    var folder = ""
  }

  private func works(_ console: Console) async throws -> ([Work], [ExitStatus]) {
    if paths.count == 2, try isMovie(paths[1]) { return ([Work(paths: paths)], []) }
    var works: [Work] = []
    var outcomes: [ExitStatus] = []
    for path in paths {
      guard try PathKind(path) == .folder else {
        works.append(Work(paths: [path]))
        continue
      }
      switch to {
      // It has become a folder since the options were checked.
      case nil: works.append(Work(paths: [path]))
      case .motionphoto:
        let sure = await LiveCommandPairs(in: path, of: pairing.confidence, console)
        outcomes += sure.outcomes
        works += sure.pairs.map { Work(paths: [$0.still, $0.movie], folder: $0.folder) }
      case .live:
        let (found, problems) = motionPhotos(in: path, console)
        works += found
        outcomes += problems
      }
    }
    return (works, outcomes)
  }

  private func isMovie(_ path: String) throws -> Bool {
    let kind = try PathKind(path)
    if kind == .nothing {
      return Inputs.movies.contains(path.fileExtension.lowercased())
    }
    guard kind != .folder else { return false }
    let bytes = try ByteSource(mapping: path).bytes
    return FileKind(bytes) == .boxes && MotionPhoto(bytes) == nil
  }

  private func motionPhotos(in folder: String, _ console: Console) -> ([Work], [ExitStatus]) {
    var outcomes: [ExitStatus] = []
    let files = Inputs(folder).files(Inputs.photos) { problem in
      console.message(problem)
      outcomes.append(.badInput)
    }
    var works: [Work] = []
    for (number, file) in files.enumerated() {
      console.progress("\(number + 1) read, of \(files.count) photos")
      do throws(ByteSourceError) {
        guard try MotionPhoto(ByteSource(mapping: file.path).bytes) != nil else { continue }
        works.append(Work(paths: [file.path], folder: file.relativePath.splitAtName.folder))
      } catch {
        console.clearProgress()
        console.message("\(error)")
        outcomes.append(.badInput)
      }
    }
    console.clearProgress()
    if works.isEmpty, outcomes.isEmpty {
      console.message("\(folder): has no motion photo")
      outcomes.append(.badInput)
    }
    return (works, outcomes)
  }

  private func convert(_ work: Work, _ console: Console) -> ExitStatus {
    do {
      let checked = try FolderName.checked(output)
      let (folder, root) = (checked + work.folder, RootFolder(checked))
      let result =
        work.paths.count == 2
        ? try motionPhoto(work.paths[0], work.paths[1], folder, below: root)
        : try livePhoto(work.paths[0], folder, below: root)
      console.clearProgress()
      let output = console.output
      result.report(output, isJSON)
      output.flush()
      return result.leftOut.isEmpty ? .done : .warnings
    } catch let error as LiveError {
      report(work, error.path, error.message, console)
    } catch {
      report(work, nil, "\(error)", console)
    }
    return .badInput
  }

  fileprivate static let schema = "boxwalk.live-convert/1"

  private func report(_ work: Work, _ path: String?, _ message: String, _ console: Console) {
    console.clearProgress()
    guard isJSON else {
      return console.message(path.map { "\($0): \(message)" } ?? message)
    }
    let output = console.output
    var json = JSONWriter(output)
    JSONValue.object([
      ("schema", .string(LiveConvertCommand.schema)), ("outcome", .string("failed")),
      ("from", .array(work.paths.map { .string($0) })), ("file", path.map { .string($0) }),
      ("reason", .string(message)),
    ]).write(to: &json)
    output.line()
    output.flush()
  }
}

// MARK: - To a motion photo

extension LiveConvertCommand {
  private func motionPhoto(
    _ still: String, _ movie: String, _ folder: String, below root: RootFolder
  ) throws -> Converted {
    let stillFile = try OriginalFile(named: still)
    let movieFile = try OriginalFile(named: movie)
    if let refusal = FileKind(stillFile.bytes).refusalAsStill { throw LiveError(still, refusal) }
    if let refusal = FileKind(movieFile.bytes).refusalAsMovie { throw LiveError(movie, refusal) }
    if let one = ContentIdentifier(still: stillFile.bytes),
      let other = ContentIdentifier(movie: movieFile.bytes), one != other
    {
      throw LiveError(
        movie,
        "has another identifier (\(other)) than the still (\(one)), and so belongs to another one; boxwalk live make joins them"
      )
    }
    let part = try LiveError.naming(movie) { () throws(EditError) in
      try MotionPhotoMovie(movieFile.bytes, time: making.time)
    }
    let new = try LiveError.naming(still) { () throws(EditError) in
      try MotionPhotoFile(still: stillFile.bytes, movie: part, style: style.style)
    }
    let path = folder + MotionPhotoName.photo(ofStill: still.lastPathName, style: style.style)
    guard try PathKind(path) == .nothing else {
      throw LiveError(path, "exists, and is not replaced")
    }
    let file = try OutputFile(path, below: root)
    do {
      try LiveError.naming(still) { () throws(EditError) in
        try stillFile.write(new.written, to: file)
      }
    } catch {
      // The reason may be the movie that is copied into it.
      try LiveError.naming(movie) { () throws(EditError) in try movieFile.requireUnchanged() }
      throw error
    }
    try file.commit(replacing: false, of: nil)
    return Converted(
      from: [still, movie], files: [("photo", path)], leftOut: part.leftOut,
      notes: part.leftOut.map { "not carried over: \($0)" } + part.notes + new.notes,
      time: part.time)
  }
}

// MARK: - To a Live Photo

extension LiveConvertCommand {
  private func livePhoto(
    _ path: String, _ folder: String, below root: RootFolder
  ) throws -> Converted {
    let input = try OriginalFile(named: path)
    if let refusal = FileKind(input.bytes).refusalAsStill { throw LiveError(path, refusal) }
    guard let photo = MotionPhoto(input.bytes) else {
      let isMovie = MediaFacts(reading: input.bytes, namedAs: .still).kind == .movie
      throw LiveError(
        path,
        MotionPhoto.missingMovie(in: input.bytes)
          ?? (isMovie ? "is a movie without its still" : "contains no movie")
          + ": name the still and the movie that belong together")
    }
    let identifier =
      identifier.flatMap { ContentIdentifier(uuid: $0) }
      ?? ContentIdentifier(movie: photo.movie) ?? .random()
    let still: LiveStill
    let movie: LiveMovie
    do throws(EditError) {
      still = try LiveStill(
        photo, identifier: identifier, replacingMakerNote: making.replacesMakerNote)
      var options = LiveMovieOptions(identifier)
      options.time = making.time
      options.allowsAnyCodec = making.allowsAnyCodec
      options.still = LiveStillFacts(photo: input.bytes)
      movie = try LiveMovie(photo, options)
    } catch {
      throw LiveError(path, error.message)
    }
    let names = MotionPhotoName.names(ofPhoto: path.lastPathName, movie: "mov")
    var files = LivePhotoFiles(still: folder + names.still, movie: folder + names.movie)
    files.root = root
    try files.write(still, from: input, movie, from: input, identifier)
    return Converted(
      from: [path], files: [("still", files.still), ("movie", files.movie)],
      notes: photo.contradictions + still.notes + movie.notes, time: photo.xmp.presentationTime,
      identifier: identifier)
  }
}

/// What was written.
private struct Converted {
  var from: [String]
  var files: [(kind: String, path: String)]
  var leftOut: [String] = []
  var notes: [String]
  /// The time in microseconds.
  var time: Int64?
  var identifier: ContentIdentifier?

  func report(_ output: TextOutput, _ isJSON: Bool) {
    guard isJSON else {
      for file in files { output.text(file.path) }
      for note in notes { output.text("  \(note)") }
      output.text(
        identifier.map { "  identifier \($0)" }
          ?? time.map { "  the still is at \(decimal(Double($0) / 1e6, digits: 3)) s" }
          ?? "  nothing says when the still was taken")
      return
    }
    var json = JSONWriter(output)
    JSONValue.object(
      [
        ("schema", .string(LiveConvertCommand.schema)), ("outcome", .string("made")),
        ("from", .array(from.map { .string($0) })),
      ] + files.map { ($0.kind, .string($0.path)) } + [
        ("time", time.map { .double(Double($0) / 1e6) }),
        ("identifier", identifier.map { .string($0.text) }),
        ("notes", .array(notes.map { .string($0) })),
      ]
    ).write(to: &json)
    output.line()
  }
}
