import ArgumentParser
import Editing
import FileKind
import ISOBMFF
import Verification

/// `boxwalk repair`
struct RepairCommand: EditCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Repairs damaged photos and movies.",
    discussion: """
      It repairs:
        - a name whose extension is that of another kind of file
        - a copy that broke off: what is whole is kept, and what is lost is said
        - bytes after the end that a transfer added
        - a meta box without the version that ISO files have
        - the descriptor of a tiled photo that seems to be at the start of the file
        - parameter sets that the description of a movie should have, and only its samples have
        - fragments without their moov box, by --init
        - a recording that was cut off before its moov box was written, by --like: its samples are \
      found in the bytes, as a good recording of the same camera has them

      Each result is verified before it appears, and the original is kept, unless --in-place lets it \
      go. See boxwalk verify for what else may be wrong with a file.

      EXAMPLES
        boxwalk repair IMG_1234.HEIC             writes IMG_1234-repaired.HEIC
        boxwalk repair Pictures/ -o repaired/
        boxwalk repair Pictures/ --dry-run       what could be repaired?
        boxwalk repair segment.m4s --init init.mp4 -o clip.mp4
        boxwalk repair BROKEN.MOV --like GOOD.MOV
        boxwalk repair BROKEN.MOV --like GOOD.MOV --dry-run   what is in it, region by region
      """)

  static var suffix: String { "repaired" }
  static var needsBoxes: Bool { false }

  @OptionGroup var inputs: Inputs
  @OptionGroup var options: EditOptions

  @Option(
    name: .customLong("init"),
    help: "The initialization segment of fragments that came without it.", completion: .file())
  var initialization: InputPath?

  @Option(
    name: .customLong("like"),
    help: """
      A whole recording of the same camera, made in the same mode: a recording without moov box is \
      rebuilt like it.
      """, completion: .file())
  var good: InputPath?

  @Flag(
    name: .customLong("keep-unknown"),
    help: "With --like: keep bytes that nothing explains, as a track of their own.")
  var keepsUnknown = false

  func validate() throws {
    if good != nil, initialization != nil {
      throw ValidationError("Either --init or --like: choose.")
    }
    if keepsUnknown, good == nil {
      throw ValidationError("--keep-unknown is for recordings that are rebuilt with --like.")
    }
  }

  func apply(to edit: inout Edit) throws(EditError) {
    let bytes = edit.original.bytes
    guard FileKind(bytes) == .boxes else {
      if bytes.isEmpty {
        throw EditError(.damaged, "is empty (0 bytes): there is nothing to repair")
      }
      return
    }
    if let good { return try rebuild(&edit, like: good.path) }
    try edit.repair(
      initialization: initialization.map { (file) throws(EditError) in try mapped(file.path) })
  }

  private func mapped(_ path: String) throws(EditError) -> Bytes {
    do throws(ByteSourceError) { return try ByteSource(mapping: path).bytes } catch {
      throw EditError(.wrongFile, "\(error)")
    }
  }

  private func rebuild(_ edit: inout Edit, like good: String) throws(EditError) {
    let console = Console()
    let map = try edit.rebuildMovie(like: mapped(good), keepsUnknown: keepsUnknown) { done, count in
      if count > 1 << 28 { console.progress("looking for samples: \(done / (count / 100)) %") }
    }
    console.clearProgress()
    if options.isDryRun { edit.notes += map.lines }
  }

  func newExtension(_ bytes: Bytes, _ path: String) -> String? {
    ExaminedFile(bytes, name: path).rightExtension
  }

  /// What is wrong still.
  func check(_ written: Bytes, _ edited: EditedFile) -> [String] {
    let file = ExaminedFile(edited.isChanged ? written : edited.original.bytes, name: "")
    let count = Report(file, rules: Rules.errors).count(.error)
    return count == 0
      ? [] : ["what stays wrong: \(counted(count, "error")), which boxwalk verify shows"]
  }
}
