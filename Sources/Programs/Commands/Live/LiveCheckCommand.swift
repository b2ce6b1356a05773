import ArgumentParser
import Files
import ISOBMFF
import Inspection
import LivePhotos
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
