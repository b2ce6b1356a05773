import ArgumentParser

/// Where an edited file goes.
struct EditOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: """
      The file to write, or a folder; by default a new file beside the original, with a word added \
      to its name.
      """,
    completion: .file())
  var output: String?

  @Flag(
    name: .customLong("in-place"),
    help: "Let the new file take the place of the original, which keeps its mode and times.")
  var isInPlace = false

  @Flag(
    name: [.customLong("recursive"), .customShort("r")],
    help: """
      Of folders, write new files beside the originals; boxwalk undo FOLDER takes them away again.
      """)
  var isRecursive = false

  @Flag(
    name: [.customLong("dry-run"), .customShort("n")],
    help: "Write nothing; show what would change.")
  var isDryRun = false

  @Flag(
    name: .shortAndLong,
    help: "Replace files that exist, and let pictures and tracks go that an edit would cost.")
  var force = false

  @Flag(
    name: [.customLong("yes"), .customShort("y")],
    help: "Edit more than 100 files of folders without asking, which is done on a terminal only.")
  var isSure = false

  @Flag(name: .customLong("json"), help: "Results as JSON, one line for each file.")
  var isJSON = false

  init() {}

  /// Whether new files go beside their originals.
  var writesBeside: Bool { output == nil && !isInPlace }

  func validate() throws {
    if isInPlace, output != nil {
      throw ValidationError("Either --in-place or --output: choose.")
    }
  }
}
