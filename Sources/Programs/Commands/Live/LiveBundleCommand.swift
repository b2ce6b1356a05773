import ArgumentParser
import Files
import ISOBMFF
import Inspection
import LivePhotos
import Text

/// `boxwalk live bundle`
struct LiveBundleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle",
    abstract: "Bundles a still and its movie: as a PVT, LIVP or ZIP bundle, or as a folder.",
    discussion: """
      pvt     a folder that Apple's software shows as one file
      livp    a file of Baidu's applications, which is a ZIP archive
      zip     any ZIP archive, not compressed
      folder  the two files in a folder

      The extension of the output, or --format, says which. The still and the movie keep their bytes and times; \
      the movie gets the name of the still if the names differ. boxwalk live split takes them out \
      again, with the same bytes, names and times.

      For a folder, the command bundles every pair that boxwalk live pair calls certain or likely: \
      a/IMG_1.HEIC becomes OUTPUT/a/IMG_1.livp. If a pair fails, the others go on.

      Before a bundle appears, it is read again and compared with the files. No file is replaced.

      EXAMPLES
        boxwalk live bundle IMG_1234.HEIC IMG_1234.MOV -o IMG_1234.pvt
        boxwalk live bundle IMG_1234.HEIC IMG_1234.MOV -o bundles/ --format livp
        boxwalk live bundle Pictures/ -o bundles/ --format livp --json

      EXIT CODES
        0  done
        1  done, but a still and its movie do not have the same identifier
        2  nothing was bundled
        3  some pairs of a folder were not bundled

      Documentation/live-bundles.md describes the bundles and the JSON.
      """)

  @OptionGroup var pairing: PairConfidenceOption

  @Argument(help: "A still and its movie, or a folder of pairs.", completion: .file())
  var paths: [String]

  @Option(
    name: .shortAndLong,
    help: "The bundle, or a folder (with a / at its end) in which it is named like the still.",
    completion: .file())
  var output: String

  @Option(
    help: "pvt, livp, zip or folder; by default the extension of the output.",
    completion: .list(LiveBundle.Format.allCases.map(\.rawValue)),
    transform: { text in
      guard let format = LiveBundle.Format(rawValue: text) else {
        throw ValidationError("--format has to be pvt, livp, zip or folder.")
      }
      return format
    })
  var format: LiveBundle.Format?

  @Flag(name: [.customLong("json"), .customShort("j")], help: "A line of JSON for each bundle.")
  var isJSON = false

  init() {}

  func validate() throws {
    guard (1...2).contains(paths.count) else {
      throw ValidationError("Name a still and its movie, or a folder.")
    }
    if output.isEmpty { throw ValidationError("--output needs a name.") }
    if paths.count == 1, try PathKind(paths[0]) == .file {
      throw ValidationError("\(paths[0]) is a file: name its still and its movie, or a folder.")
    }
    if paths.count == 1, format == nil {
      throw ValidationError("For a folder, name the --format of the bundles.")
    }
    if paths.count == 2 { _ = try target() }
  }

  func run() async throws {
    let console = Console()
    let outcome: ExitStatus
    if paths.count == 2 {
      let (path, format) = try target()
      outcome = bundle(paths[0], paths[1], format, to: path, console)
    } else {
      outcome = await bundleFolder(paths[0], format ?? .zip, console)
    }
    if outcome != .done { throw ExitCode(outcome.rawValue) }
  }

  // MARK: The output

  /// The bundle to write, or the folder for it; then the name comes from the still.
  private func target() throws -> (path: BundlePath, LiveBundle.Format) {
    let trimmed = output.withoutLastSlashes
    let named = LiveBundle.Format(fileExtension: trimmed.fileExtension)
    let isFolder = try output.endsWithSlash || PathKind(output) == .folder
    guard let format = format ?? named ?? (isFolder ? .folder : nil) else {
      throw ValidationError(
        "--output has to end with .pvt, .livp, .zip or /, or --format has to name the format.")
    }
    if format == .folder || named == format { return (.exact(trimmed), format) }
    return (isFolder ? .inFolder(output) : .exact(trimmed), format)
  }

  private enum BundlePath {
    case exact(String)
    case inFolder(String)

    func path(_ names: BundleNames, _ format: LiveBundle.Format) -> String {
      switch self {
      case .exact(let path): return path
      case .inFolder(let folder):
        return format.fileExtension.map { folder.asFolder + names.stem + "." + $0 }
          ?? folder.asFolder
      }
    }
  }

  // MARK: One pair

  private func bundle(
    _ still: String, _ movie: String, _ format: LiveBundle.Format, to target: BundlePath,
    below root: RootFolder? = nil, _ console: Console
  ) -> ExitStatus {
    do {
      let writer = try BundleWriter(still: still, movie: movie)
      let path = target.path(writer.names, format)
      try writer.write(format, to: path, below: root)
      report(writer, format, path, console)
      return writer.warnings.isEmpty ? .done : .warnings
    } catch let failure as LiveError {
      report(still, movie, failure: failure.path, failure.message, console)
    } catch {
      report(still, movie, failure: nil, "\(error)", console)
    }
    return .badInput
  }

  // MARK: A folder of pairs

  private func bundleFolder(
    _ folder: String, _ format: LiveBundle.Format, _ console: Console
  ) async -> ExitStatus {
    let sure = await LiveCommandPairs(in: folder, of: pairing.confidence, console)
    var outcomes = sure.outcomes
    let root = RootFolder(output)
    for (number, pair) in sure.pairs.enumerated() {
      console.progress("\(number + 1) of \(sure.pairs.count) pairs")
      // The output is in the same subfolder as the still.
      outcomes.append(
        bundle(
          pair.still, pair.movie, format, to: .inFolder(output.asFolder + pair.folder), below: root,
          console))
    }
    console.clearProgress()
    return ExitStatus(of: outcomes)
  }

  // MARK: Messages

  static let schema = "boxwalk.live-bundle/1"

  private func report(
    _ writer: borrowing BundleWriter, _ format: LiveBundle.Format, _ path: String,
    _ console: Console
  ) {
    console.clearProgress()
    let output = console.output
    defer { output.flush() }
    let names = writer.names
    guard !isJSON else {
      func part(_ part: borrowing LivePhotoFile, _ name: String) -> JSONValue {
        .object([
          ("file", .string(part.path)), ("name", .string(name)), ("bytes", .int(part.bytes.count)),
        ])
      }
      var json = JSONWriter(output)
      JSONValue.object([
        ("schema", .string(LiveBundleCommand.schema)), ("bundle", .string(path)),
        ("format", .string(format.rawValue)), ("outcome", .string("made")),
        ("still", part(writer.still, names.still)), ("movie", part(writer.movie, names.movie)),
        ("warnings", .array(writer.warnings.map { .string($0) })),
      ]).write(to: &json)
      return output.line()
    }
    output.text("\(LibraryPath(path))")
    output.text("  \(LibraryPath(names.still))")
    let before = writer.movie.name == names.movie ? "" : ", which was \(writer.movie.name)"
    output.text("  \(LibraryPath(names.movie + before))")
    for warning in writer.warnings { output.text("  \(warning)") }
  }

  private func report(
    _ still: String, _ movie: String, failure file: String?, _ message: String,
    _ console: Console
  ) {
    guard isJSON else {
      return console.message(file.map { "\($0): \(message)" } ?? message)
    }
    console.clearProgress()
    let output = console.output
    var json = JSONWriter(output)
    JSONValue.object([
      ("schema", .string(LiveBundleCommand.schema)), ("outcome", .string("failed")),
      ("still", .object([("file", .string(still))])),
      ("movie", .object([("file", .string(movie))])),
      ("file", file.map { .string($0) }), ("reason", .string(message)),
    ]).write(to: &json)
    output.line()
    output.flush()
  }
}
