import ArgumentParser
import ISOBMFF
import Inspection
import Text

/// `boxwalk diff`
struct DiffCommand: StandardInputReader {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Shows how the boxes, segments, fields and table rows of two files differ.",
    discussion: """
      Boxes are matched by type, track, item and content, not by position: an inserted box does \
      not make the boxes after it different. JPEG files are compared by segments, coded data and \
      what follows the image.

        -  only in the old file     +  only in the new file     ~  moved

      EXAMPLES
        boxwalk diff IMG_1234.HEIC edited.HEIC
        boxwalk diff clip.mov faststart.mov --ignore offsets
        boxwalk diff a.mp4 b.mp4 --ignore offsets --ignore padding --brief
        boxwalk diff IMG_1234.JPG edited.JPG --ignore media
        boxwalk diff a.mov b.mov --json | jq -r '.boxes[].old.path'
        boxwalk diff IMG_1234.HEIC edited.HEIC --html diff.html --pixels --open

      --ignore offsets   offsets and sizes that depend on where data is in the file
      --ignore padding   free, skip and wide boxes
      --ignore media     the bytes in mdat and imda, and the coded data of JPEG files; only their \
      length is compared

      EXIT CODES
        0  the files are the same, except for what is ignored
        1  they differ
        2  a file cannot be read

      Documentation/diff-json.md describes the JSON document.
      """)

  /// The values of `--ignore`.
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
    help: ArgumentHelp("The old file; - is standard input.", valueName: "old"),
    completion: .file())
  var oldFile: InputPath

  @Argument(
    help: ArgumentHelp("The new file; - is standard input.", valueName: "new"),
    completion: .file())
  var newFile: InputPath

  var old: String { oldFile.path }
  var new: String { newFile.path }

  @Option(
    help: "Differences to ignore: offsets, padding, media. Can be repeated.")
  var ignore: [Ignored] = []

  @Flag(name: .shortAndLong, help: "JSON.")
  var json = false

  @Flag(help: "Only say whether the files differ, and how many boxes do.")
  var brief = false

  @Flag(help: "Show all fields and table rows that differ, not only the first ones.")
  var all = false

  @Option(
    help: """
      Write a page that shows both files side by side, with the items and frames whose coded bytes \
      differ; - is standard output.
      """,
    completion: .file())
  var html: String?

  @Flag(help: "With --html, decode both files and show where their images differ.")
  var pixels = false

  @Flag(help: "With --html, open the page in the browser.")
  var open = false

  @Flag(name: .shortAndLong, help: "Replace the page, if it exists.")
  var force = false

  @Option(
    help: "Raise a limit that protects against hostile files: depth=N, elements=N, input=BYTES.")
  var limit: [LimitOption] = []

  @OptionGroup(title: "Files at URLs") var remote: RemoteReading

  init() {}

  func validate() throws {
    if old == "-", new == "-" {
      throw ValidationError("Only one of the files can be standard input.")
    }
    if json, brief { throw ValidationError("Use either --json or --brief.") }
    if html != nil, json || brief {
      throw ValidationError("--html is an output of its own: leave out --json and --brief.")
    }
    if html == nil, pixels || force { throw ValidationError("--pixels and --force need --html.") }
    if open, html == nil || html == "-" {
      throw ValidationError("--open needs --html with a file.")
    }
  }

  func run() throws {
    let console = Console()
    guard let oldBytes = read(old, console), let newBytes = read(new, console) else {
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
    if let reason = mismatch(oldBytes, newBytes) {
      console.message(reason)
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
    let difference = FileDifference(
      between: oldBytes, and: newBytes, ignoring: FileDifference.Ignored(ignore.map(\.option)),
      listed: all ? .all : FileDifference.Listed(), limits: DecodeLimits(limit))
    guard console.hasReadAll else { throw ExitCode(ExitStatus.badInput.rawValue) }
    if html != nil {
      let missing: String?
      do { missing = try draw(oldBytes, newBytes, difference) } catch {
        console.message("\(error)")
        throw ExitCode(ExitStatus.badInput.rawValue)
      }
      if let missing { console.message(missing) }
      if !difference.isEmpty || missing != nil { throw ExitCode(ExitStatus.warnings.rawValue) }
      return
    }
    let output = console.output
    if json {
      difference.writeJSON(
        to: output, old: Console.name(of: old), new: Console.name(of: new),
        more: RemoteInputs.transfer(of: old, as: "oldTransfer")
          + RemoteInputs.transfer(of: new, as: "newTransfer"))
    } else {
      if !brief { difference.write(to: output, console.style) }
      output.line(difference.tally)
    }
    output.flush()
    if !difference.isEmpty { throw ExitCode(ExitStatus.warnings.rawValue) }
  }

  private func read(_ path: String, _ console: Console) -> Bytes? {
    guard let bytes = console.bytes(of: path, limit) else { return nil }
    guard let refusal = FileKind(bytes).refusal(of: bytes) else { return bytes }
    console.message("\(Console.name(of: path)): \(refusal)")
    return nil
  }

  /// Why two files cannot be compared, as a sentence; nil if both have boxes, or both have segments.
  private func mismatch(_ oldBytes: Bytes, _ newBytes: Bytes) -> String? {
    guard FileKind(oldBytes) != FileKind(newBytes) else { return nil }
    let (jpeg, other) = FileKind(oldBytes) == .jpeg ? (old, new) : (new, old)
    return "\(Console.name(of: jpeg)): is a JPEG image, and \(Console.name(of: other)) consists "
      + "of boxes: only files of one kind can be compared; boxwalk inspect --metadata --compare "
      + "compares their metadata"
  }
}
