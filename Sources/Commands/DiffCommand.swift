public import ArgumentParser
import FileKind
import ISOBMFF
import Inspection
import JSON

/// `boxwalk diff`
public struct DiffCommand: ParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Shows how two files of boxes differ: boxes, fields, rows of tables.",
    discussion: """
      Boxes are compared with what they are in the other file, by type, track, item and content, and \
      not by place: a box that was put in does not make what follows different.

        -  only in A     +  only in B     ~  moved

      EXAMPLES
        boxwalk diff IMG_1234.HEIC edited.HEIC
        boxwalk diff clip.mov faststart.mov --ignore offsets
        boxwalk diff a.mp4 b.mp4 --ignore offsets --ignore padding --brief
        boxwalk diff a.mov b.mov --json | jq -r '.boxes[].old.path'
        boxwalk diff IMG_1234.HEIC edited.HEIC --html diff.html --pixels --open

      --ignore offsets   places in the file and sizes that follow from where things stand
      --ignore padding   free, skip and wide boxes
      --ignore media     the bytes in mdat and imda, of which only the length is compared then

      EXIT CODES
        0  the files are the same, but for what is ignored
        1  they differ
        2  a file cannot be read

      The JSON document is described in Documentation/diff-json.md.
      """)

  /// What `--ignore` takes.
  enum Ignored: String, ExpressibleByArgument, CaseIterable {
    case offsets, padding, media

    var option: FileDifference.Ignored {
      switch self {
      case .offsets: .offsets
      case .padding: .padding
      case .media: .mediaBytes
      }
    }
  }

  @Argument(
    help: ArgumentHelp("The file that was; - is standard input.", valueName: "old"),
    completion: .file())
  var oldFile: InputPath

  @Argument(
    help: ArgumentHelp("The file that is; - is standard input.", valueName: "new"),
    completion: .file())
  var newFile: InputPath

  var old: String { oldFile.path }
  var new: String { newFile.path }

  @Option(
    name: .shortAndLong, help: "What is no difference: offsets, padding, media. Can be repeated.")
  var ignore: [Ignored] = []

  @Flag(name: .shortAndLong, help: "JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Only say whether the files differ, and how many boxes do.")
  var brief = false

  @Flag(help: "All fields of a box and all rows of a table that differ, not only the first.")
  var all = false

  @Option(
    help: """
      Write a page that shows both files beside each other, with the items and frames whose coded bytes \
      differ; - is standard output.
      """,
    completion: .file())
  var html: String?

  @Flag(help: "With --html, decode both files and show where their pictures differ.")
  var pixels = false

  @Flag(help: "With --html, have the browser show the page.")
  var open = false

  @Flag(name: .shortAndLong, help: "Replace the page, if it exists.")
  var force = false

  @Option(
    help: "Raise a limit that protects against hostile files: depth=N, elements=N, input=BYTES.")
  var limit: [LimitOption] = []

  @OptionGroup(title: "Files at addresses") var far: FarReading

  public init() {}

  public func validate() throws {
    if old == "-", new == "-" { throw ValidationError("Only one of the files is standard input.") }
    if json, brief { throw ValidationError("--json and --brief exclude each other.") }
    if html != nil, json || brief {
      throw ValidationError("--html is an output of its own: leave out --json and --brief.")
    }
    if html == nil, pixels || force { throw ValidationError("--pixels and --force need --html.") }
    if open, html == nil || html == "-" {
      throw ValidationError("--open needs --html with a file.")
    }
  }

  public func run() throws {
    let console = Console()
    guard let oldBytes = read(old, console), let newBytes = read(new, console) else {
      throw ExitCode(Outcome.badInput.rawValue)
    }
    let difference = FileDifference(
      between: oldBytes, and: newBytes, ignoring: FileDifference.Ignored(ignore.map(\.option)),
      listed: all ? .all : FileDifference.Listed(), limits: DecodeLimits(limit))
    if html != nil {
      let missing: String?
      do { missing = try draw(oldBytes, newBytes, difference) } catch {
        console.message("\(error)")
        throw ExitCode(Outcome.badInput.rawValue)
      }
      if let missing { console.message(missing) }
      if !difference.isEmpty || missing != nil { throw ExitCode(Outcome.warnings.rawValue) }
      return
    }
    let output = console.output
    if json {
      difference.writeJSON(
        to: output, old: Console.name(of: old), new: Console.name(of: new),
        more: FarInputs.transfer(of: old, as: "oldTransfer")
          + FarInputs.transfer(of: new, as: "newTransfer"))
    } else {
      if !brief { difference.write(to: output, console.style) }
      output.line(difference.tally)
    }
    output.flush()
    if !difference.isEmpty { throw ExitCode(Outcome.warnings.rawValue) }
  }

  private func read(_ path: String, _ console: Console) -> Bytes? {
    guard let bytes = console.bytes(of: path, limit) else { return nil }
    let kind = FileKind(bytes)
    guard kind != .boxes else { return bytes }
    let refusal = kind.refusal(of: bytes) ?? "is a JPEG picture, which has no boxes to compare"
    console.message("\(Console.name(of: path)): \(refusal)")
    return nil
  }
}
