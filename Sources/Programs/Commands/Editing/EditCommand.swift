import ArgumentParser
import Editing
import ISOBMFF

/// A command that changes files, one by one, each in the same way.
protocol EditCommand: ParsableCommand {
  /// The suffix of the names of new files: `movie.mov` becomes `movie-retagged.mov`.
  static var suffix: String { get }
  /// The extensions of the files of a folder that are edited, in lower case.
  static var extensions: Set<String> { get }

  var inputs: Inputs { get }
  var options: EditOptions { get }

  /// Changes the tree; the notes of `edit` say what was done.
  func apply(to edit: inout Edit) throws(EditError)

  /// Checks the new file on the disk, before it gets its name.
  ///
  /// - Returns: further notes, as sentences.
  func check(_ written: Bytes, _ edited: EditedFile) throws(EditError) -> [String]

  /// The extension that the new file should have; nil for that of the original.
  func newExtension(_ bytes: Bytes, _ path: String) -> String?

  /// What else can be done for a file with an error; nil if nothing is known.
  func advice(for path: String) -> String?

  /// Whether files of a kind are edited; others are refused.
  static func edits(_ kind: FileKind) -> Bool

  /// The command that does the same to a JPEG file; nil if there is none.
  static var adviceForJPEG: String? { get }

  /// Whether the command removes samples on purpose.
  static var takesSamples: Bool { get }

  /// What else can be done if the new file would lose something that the original has; nil if nothing is known.
  var adviceForLoss: String? { get }

  /// Whether the command repairs files. It says what is lost, and a file gets the extension of its content.
  static var repairs: Bool { get }

  /// What else can be done for a file of an unknown kind that is not repaired; nil if nothing is known.
  var adviceForUnknown: String? { get }

  /// Whether an edited file has the format of its original.
  static var keepsFormat: Bool { get }
}

extension EditCommand {
  static var extensions: Set<String> { Inputs.media }

  static func edits(_ kind: FileKind) -> Bool { kind == .boxes }
  static var adviceForJPEG: String? { "\(_commandName) changes HEIC and AVIF photos and movies" }
  static var takesSamples: Bool { false }
  var adviceForLoss: String? { nil }
  static var repairs: Bool { false }
  var adviceForUnknown: String? { nil }
  static var keepsFormat: Bool { true }

  func check(_ written: Bytes, _ edited: EditedFile) throws(EditError) -> [String] { [] }

  func newExtension(_ bytes: Bytes, _ path: String) -> String? { nil }

  func advice(for path: String) -> String? { nil }

  func run() throws { try edit() }

  /// Edits the files.
  func edit() throws {
    try inputs.requireNames()
    if inputs.paths.contains("-") {
      throw ValidationError("\(Self._commandName) needs files to edit.")
    }
    let outcome = try EditCommandRun(self).run()
    if outcome != .done { throw ExitCode(outcome.rawValue) }
  }
}
