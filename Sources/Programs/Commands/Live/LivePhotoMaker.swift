import Editing
import FieldCoding
import Files
import ISOBMFF
import Inspection
import LivePhotos
import Verification

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
