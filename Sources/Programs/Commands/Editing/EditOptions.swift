import ArgumentParser

/// The options for where an edited file is written.
struct EditOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: """
      The file or folder to write; by default a new file beside the original, with a word added to \
      its name.
      """,
    completion: .file())
  var output: String?

  @Flag(
    name: .customLong("in-place"),
    help: "Replace the original by the new file, which keeps its mode and times.")
  var isInPlace = false

  @Flag(
    name: [.customLong("recursive"), .customShort("r")],
    help: """
      For folders, write new files beside the originals; boxwalk undo FOLDER removes them again.
      """)
  var isRecursive = false

  @Flag(
    name: [.customLong("dry-run"), .customShort("n")],
    help: "Write nothing, and show what would change.")
  var isDryRun = false

  @Flag(
    name: .shortAndLong,
    help: "Replace existing files, and allow an edit that loses frames or tracks.")
  var force = false

  @Flag(
    name: [.customLong("yes"), .customShort("y")],
    help: "Edit more than 100 files of folders without a question (asked only at a terminal).")
  var isSure = false

  @Flag(
    name: [.customLong("json"), .customShort("j")], help: "Results as JSON, one line for each file."
  )
  var isJSON = false

  init() {}

  /// Whether new files are written to the folders of their originals.
  var writesBeside: Bool { output == nil && !isInPlace }

  func validate() throws {
    if isInPlace, output != nil {
      throw ValidationError("Use either --in-place or --output.")
    }
  }
}
