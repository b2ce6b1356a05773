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
    name: [.customLong("dry-run"), .customShort("n")],
    help: "Write nothing; show what would change.")
  var isDryRun = false

  @Flag(name: .shortAndLong, help: "Replace files that exist.")
  var force = false

  @Flag(name: .customLong("json"), help: "Results as JSON, one line for each file.")
  var isJSON = false

  init() {}

  func validate() throws {
    if isInPlace, output != nil {
      throw ValidationError("Either --in-place or --output: choose.")
    }
  }
}
