import ArgumentParser
import Files
import ISOBMFF
import Inspection
import LivePhotos
import Metadata
import Movie
import Text

/// `boxwalk live check`
struct LiveCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Says whether a photo and a movie are a Live Photo, and what is missing.",
    discussion: """
      The command checks the identifiers of both files, the track that says which frame is the \
      still, codecs, length and keys. Each finding says how well it is known what Photos then \
      does: seen in the file, or strong, medium or weak evidence, because Apple documents little \
      of it.

      The exit code is 0 for a Live Photo, 1 if some software may refuse it, and 2 if Photos shows a \
      still and a movie.

      EXAMPLES
        boxwalk live check IMG_1234.HEIC IMG_1234.MOV
        boxwalk live check joined/                     a folder with one pair
        boxwalk live check IMG_1234.HEIC IMG_1234.MOV --json | jq .findings
      """)

  @Argument(
    help: ArgumentHelp(
      "The still and the movie, or a folder with one pair.", valueName: "paths"),
    completion: .file())
  var arguments: [InputPath]

  private var paths: [String] { arguments.map(\.path) }

  @Flag(
    name: [.customLong("json"), .customShort("j")],
    help: "JSON, as in Documentation/live-check-json.md.")
  var isJSON = false

  @OptionGroup(title: "Files at URLs") var remote: RemoteReading

  init() {}

  func validate() throws {
    guard (1...2).contains(paths.count) else {
      throw ValidationError("Name a still and a movie, or a folder with one pair.")
    }
  }

  func run() throws {
    let console = Console()
    let outcome: ExitStatus
    do {
      let pair = try self.pair()
      let check = LiveCheck(
        still: try bytes(pair.still), named: pair.still, movie: try bytes(pair.movie),
        named: pair.movie)
      guard console.hasReadAll else { throw ExitCode(ExitStatus.badInput.rawValue) }
      let output = console.output
      if isJSON {
        var json = JSONWriter(output)
        check.json(still: pair.still, movie: pair.movie).write(to: &json)
        output.line()
      } else {
        check.write(still: pair.still, movie: pair.movie, to: output)
      }
      output.flush()
      outcome =
        switch check.worst {
        case .error: .badInput
        case .warning: .warnings
        case .note, nil: .done
        }
    } catch let error as PairError {
      console.message(error.message)
      outcome = .badInput
    }
    if outcome != .done { throw ExitCode(outcome.rawValue) }
  }

  private struct PairError: Error { var message: String }

  private func bytes(_ path: String) throws -> Bytes {
    if try PathKind(path) == .nothing { throw PairError(message: "\(path): there is no such file") }
    do throws(ByteSourceError) { return try ByteSource(mapping: path).bytes } catch {
      throw PairError(message: "\(path): \(error.reason.text)")
    }
  }

  private func pair() throws -> (still: String, movie: String) {
    if paths.count == 2 { return (paths[0], paths[1]) }
    if try PathKind(paths[0]) == .nothing {
      throw PairError(message: "\(paths[0]): \(SystemError.noSuchFile)")
    }
    guard try PathKind(paths[0]) == .folder else {
      throw PairError(message: "\(paths[0]): is only one of two files; also name the other")
    }
    var problem: String?
    let files = Inputs(paths[0]).files(Inputs.media) { problem = $0 }.map(\.path)
    if let problem { throw PairError(message: problem) }
    let isStill = { (path: String) in
      Inputs.photos.contains { path.lowercased().hasSuffix("." + $0) }
    }
    let stills = files.filter(isStill)
    let movies = files.filter { !isStill($0) }
    guard stills.count == 1, movies.count == 1 else {
      throw PairError(
        message:
          "\(paths[0]): has \(counted(stills.count, "still")) and \(counted(movies.count, "movie")), not one of each: name the two that belong together"
      )
    }
    return (stills[0], movies[0])
  }
}

extension LiveCheck {
  /// Writes the report as text.
  func write(still stillPath: String, movie moviePath: String, to output: TextOutput) {
    output.text(stillPath)
    output.text("  \(still.format ?? "no photo"), identifier \(still.identifier?.text ?? "none")")
    output.text(moviePath)
    output.text("  \(movie.format ?? "no movie"), identifier \(movie.identifier?.text ?? "none")")
    if !movie.videoCodecs.isEmpty { output.text("  \(movie.contents)") }
    if let frame = movie.stillFrame {
      let number =
        frame.frame.map { "frame \($0 + 1) of \(frame.frameCount)" } ?? "before any frame"
      output.text("  the still is \(number), at \(LiveCheck.number(frame.time)) s")
    }
    if let vitality = movie.vitality { output.text("  vitality \(LiveCheck.number(vitality))") }
    for finding in findings {
      let subject = finding.part == .pair ? "" : "the \(finding.part.rawValue) "
      output.text(
        "\(finding.severity.rawValue): \(subject)\(finding.message) (\(finding.evidence.text))")
    }
    switch worst {
    case .error: output.text("not a Live Photo")
    case .warning: output.text("a Live Photo that some software may refuse")
    case .note, nil: output.text("a Live Photo")
    }
  }

  func json(still stillPath: String, movie moviePath: String) -> JSONValue {
    .object([
      ("schema", .string("boxwalk.live-check/1")), ("verdict", .string(verdict)),
      (
        "still",
        .object([
          ("file", .string(stillPath)), ("format", still.format.map { .string($0) }),
          ("identifier", (still.identifier?.text).map { .string($0) }),
          ("makerNote", (still.makerNoteVendor?.rawValue).map { .string($0) }),
          ("date", still.date.map { .string($0) }),
        ])
      ),
      (
        "movie",
        .object([
          ("file", .string(moviePath)), ("format", movie.format.map { .string($0) }),
          ("identifier", (movie.identifier?.text).map { .string($0) }),
          ("duration", movie.duration.map { .double($0) }),
          ("video", .array(movie.videoCodecs.map { .string("\($0)") })),
          ("audio", .array(movie.audioCodecs.map { .string("\($0)") })),
          (
            "still",
            movie.stillFrame.map {
              .object([
                ("time", .double($0.time)), ("frame", $0.frame.map { .int($0) }),
                ("frames", .int($0.frameCount)),
              ])
            }
          ),
          ("auto", movie.isAuto.map { .bool($0) }),
          ("vitality", movie.vitality.map { .double($0) }),
          (
            "keys",
            .array(
              movie.keys.map { .object([("key", .string($0.key)), ("value", .string($0.value))]) })
          ),
        ])
      ),
      (
        "findings",
        .array(
          findings.map {
            .object([
              ("part", .string($0.part.rawValue)), ("severity", .string($0.severity.rawValue)),
              ("evidence", .string($0.evidence.rawValue)), ("message", .string($0.message)),
            ])
          })
      ),
    ])
  }

  private var verdict: String {
    switch worst {
    case .error: "no"
    case .warning: "perhaps"
    case .note, nil: "yes"
    }
  }

  fileprivate static func number(_ value: Double) -> String {
    let thousandths = (value * 1000).rounded()
    guard abs(thousandths) < 9e15 else { return "\(value)" }
    return "\(thousandths / 1000)"
  }
}

extension LiveMovieCheck {
  /// `2.8 s of hvc1 and lpcm`
  fileprivate var contents: String {
    let codecs = (videoCodecs + audioCodecs).map { "\($0)" }.joined(separator: " and ")
    return (duration.map { "\(LiveCheck.number($0)) s of " } ?? "") + codecs
  }
}

extension LiveFinding.Evidence {
  fileprivate var text: String {
    switch self {
    case .seen: "seen in the file"
    case .strong: "strong evidence"
    case .medium: "medium evidence"
    case .weak: "weak evidence"
    }
  }
}
