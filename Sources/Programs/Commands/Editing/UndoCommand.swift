import ArgumentParser
import Files
import ISOBMFF
import Library
import Text
import WorkerClient

/// `boxwalk undo`
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Removes the files that the last run on a folder wrote beside the originals.",
    discussion: """
      An edit with --recursive keeps a list of the files that it writes, in the hidden folder \
      .boxwalk of the named folder; convert and transcode keep one in their output folder. If the \
      last of these runs wrote beside the originals, undo removes each file of its list that still \
      has the same bytes, and whose original is there and unchanged. All other files stay, and the \
      command says why. Call undo again to take back the run before.

      EXAMPLES
        boxwalk rotate 90 Pictures/ --recursive     writes IMG_1234-rotated.HEIC
        boxwalk undo Pictures/ --dry-run            what would be removed?
        boxwalk undo Pictures/
        boxwalk convert Pictures/ -o Pictures/      writes IMG_1234.jpg
        boxwalk undo Pictures/                      removes the JPEG files

      EXIT CODES
        0  done
        1  some files stay
        2  no such run is known, or the folder cannot be written
      """)

  @Argument(help: "The folder with the originals.", completion: .directory)
  var folder: String

  @Option(
    help: "The manifest of the conversion to take back, where it is not in the folder.",
    completion: .file(extensions: ["jsonl"]))
  var manifest: String?

  @Flag(
    name: [.customLong("dry-run"), .customShort("n")],
    help: "Remove nothing, and show what would be removed.")
  var isDryRun = false

  @Flag(
    name: [.customLong("json"), .customShort("j")], help: "Results as JSON, one line for each file."
  )
  var isJSON = false

  func run() throws {
    let console = Console()
    var (removed, kept) = (0, 0)
    var badLineCount = 0
    do throws(ConversionError) {
      guard let undo = try RunUndo(folder, manifest: manifest) else {
        let reason =
          switch try ConversionError.input(PathKind(folder)) {
          case .file: "is a file: name the folder of the files"
          case .folder: "no run is known that wrote beside the originals here"
          case .nothing: "there is no such file or folder"
          }
        throw ConversionError(.input, "\(folder): \(reason)")
      }
      badLineCount = undo.badLineCount
      let output = console.output
      try undo.run(isDryRun: isDryRun) { path, outcome in
        switch outcome {
        case .removed: removed += 1
        case .kept: kept += 1
        case .gone: break
        }
        report(path, outcome, output, console)
      }
      output.flush()
    } catch {
      console.message(error.message)
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
    if !isJSON {
      console.message(
        "\(folder): \(counted(removed, "file")) \(isDryRun ? "would be removed" : "removed")"
          + (kept > 0 ? ", \(kept) left" : ""))
    }
    if badLineCount > 0 {
      console.message(
        "\(folder): \(counted(badLineCount, "line")) of the list of files cannot be read; files that are named only there stay"
      )
    }
    if kept > 0 || badLineCount > 0 { throw ExitCode(ExitStatus.warnings.rawValue) }
  }

  private func report(
    _ path: String, _ outcome: RunUndo.Outcome, _ output: TextOutput, _ console: Console
  ) {
    guard isJSON else {
      switch outcome {
      case .removed: output.text(path)
      case .gone: break
      case .kept(let reason): console.message("\(path): stays: \(reason)")
      }
      return
    }
    var json = JSONWriter(output)
    let (word, reason): (String, String?) =
      switch outcome {
      case .removed: (isDryRun ? "would be removed" : "removed", nil)
      case .gone: ("gone", nil)
      case .kept(let reason): ("kept", reason)
      }
    JSONValue.object([
      ("file", .string(path)), ("outcome", .string(word)), ("reason", reason.map { .string($0) }),
    ]).write(to: &json)
    output.line()
  }
}
