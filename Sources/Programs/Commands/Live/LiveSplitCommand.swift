import ArgumentParser
import Files
import ISOBMFF
import Inspection
import LivePhotos
import Text

/// `boxwalk live split`
struct LiveSplitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "split",
    abstract: "Takes the still and the movie out of a bundle, or out of a motion photo.",
    discussion: """
      The command reads PVT folders, LIVP files and ZIP archives, whatever their names are, and \
      writes both files with their original names, times and bytes. It compares sizes and \
      checksums of archives. Both files appear, or neither; no file is replaced.

      From a motion photo of an Android phone, it writes the photo without the movie and without \
      the metadata that points to it, and the movie as it is in the file. boxwalk live convert \
      makes a Live Photo of a motion photo.

      Other files in a bundle stay there, and are listed. The command refuses bundles with several \
      stills or movies or with only one of them, encrypted ones, names that lead outside the folder, \
      and links.

      EXAMPLES
        boxwalk live split IMG_1234.livp -o Pictures/
        boxwalk live split *.pvt -o Pictures/
        boxwalk live split from-a-friend.zip -o Pictures/ --json
        boxwalk live split PXL_20240101.MP.jpg -o Pictures/

      Documentation/live-bundles.md describes the bundles and the JSON.
      """)

  @Argument(help: "PVT folders, LIVP files, ZIP archives and motion photos.", completion: .file())
  var bundles: [String]

  @Option(name: .shortAndLong, help: "The folder of the new files.", completion: .directory)
  var output: String

  @Flag(name: [.customLong("json"), .customShort("j")], help: "A line of JSON for each bundle.")
  var isJSON = false

  init() {}

  func validate() throws {
    if output.isEmpty { throw ValidationError("--output has to be a folder.") }
  }

  func run() throws {
    let console = Console()
    let outcomes = bundles.map { split($0, console) }
    let outcome = ExitStatus(of: outcomes)
    if outcome != .done { throw ExitCode(outcome.rawValue) }
  }

  private func split(_ path: String, _ console: Console) -> ExitStatus {
    do {
      switch try SplitKind(path) {
      case .folder: try split(path, FolderInput(path), console)
      case .archive: try split(path, ArchiveInput(path), console)
      case .motionPhoto: try split(path, MotionPhotoInput(path), console)
      }
      return .done
    } catch let failure as LiveError {
      report(path, failure: failure.path, failure.message, console)
    } catch {
      report(path, failure: nil, "\(error)", console)
    }
    return .badInput
  }

  private func split<Input: SplitInput & ~Copyable>(
    _ path: String, _ input: borrowing Input, _ console: Console
  ) throws {
    let folder = try FolderName.checked(output)
    let outputs = try LivePhotoOutputs(
      still: folder + input.still, movie: folder + input.movie, below: RootFolder(folder))
    try input.write(.still, to: outputs.still)
    try input.write(.movie, to: outputs.movie)
    // In an archive, only the name says what a file is. So its content is checked here.
    try outputs.withBytes { still, movie in
      _ = try MediaFacts(of: .still, still, path: "\(path), \(LibraryPath(input.still))")
      _ = try MediaFacts(of: .movie, movie, path: "\(path), \(LibraryPath(input.movie))")
    }
    try outputs.commit(of: nil)
    report(path, input, (outputs.still.path, outputs.movie.path), console)
  }

  // MARK: Messages

  static let schema = "boxwalk.live-split/1"

  private func report<Input: SplitInput & ~Copyable>(
    _ path: String, _ input: borrowing Input, _ files: (still: String, movie: String),
    _ console: Console
  ) {
    let output = console.output
    defer { output.flush() }
    guard !isJSON else {
      var json = JSONWriter(output)
      JSONValue.object([
        ("schema", .string(LiveSplitCommand.schema)), ("bundle", .string(path)),
        ("format", .string(input.format)), ("outcome", .string("split")),
        ("still", .string(files.still)), ("movie", .string(files.movie)),
        ("leftOut", .array(input.leftOut.map { .string($0) })),
        ("notes", .array(input.notes.map { .string($0) })),
      ]).write(to: &json)
      return output.line()
    }
    output.text("\(LibraryPath(files.still))")
    output.text("\(LibraryPath(files.movie))")
    output.text("  from \(LibraryPath(path)), \(input.description)")
    for note in input.notes { output.text("  \(note)") }
    let shown = input.leftOut.prefix(10)
    for name in shown { output.text("  left out: \(LibraryPath(name))") }
    if shown.count < input.leftOut.count {
      output.text("  left out: \(input.leftOut.count - shown.count) more")
    }
  }

  private func report(
    _ path: String, failure file: String?, _ message: String, _ console: Console
  ) {
    guard isJSON else {
      return console.message(file.map { "\($0): \(message)" } ?? message)
    }
    let output = console.output
    var json = JSONWriter(output)
    JSONValue.object([
      ("schema", .string(LiveSplitCommand.schema)), ("bundle", .string(path)),
      ("outcome", .string("failed")), ("file", file.map { .string($0) }),
      ("reason", .string(message)),
    ]).write(to: &json)
    output.line()
    output.flush()
  }
}
