import ArgumentParser
import Editing
import ISOBMFF

/// A command that changes files, one by one, each in the same way.
protocol EditCommand: ParsableCommand {
  /// What is added to the names of new files: `movie.mov` becomes `movie-retagged.mov`.
  static var suffix: String { get }
  /// The files of a folder that are meant, in lower case.
  static var extensions: Set<String> { get }

  var inputs: Inputs { get }
  var options: EditOptions { get }

  /// Changes the tree; what is done is said in the notes of `edit`.
  func apply(to edit: inout Edit) throws(EditError)

  /// Looks at the new file as it is on the disk, before it gets its name.
  func check(_ written: Bytes) throws(EditError)
}

extension EditCommand {
  static var extensions: Set<String> { Inputs.media }

  func check(_ written: Bytes) throws(EditError) {}

  func run() throws {
    Console.ignoreBrokenPipes()
    try inputs.requireNames()
    if inputs.paths.contains("-") {
      throw ValidationError("\(Self._commandName) needs files, of which it makes new ones.")
    }
    let outcome = FileEditor(self).run()
    if outcome != .done { throw ExitCode(outcome.rawValue) }
  }
}
