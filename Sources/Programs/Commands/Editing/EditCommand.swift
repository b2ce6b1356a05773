import ArgumentParser
import Editing
import FieldCoding
import Files
import ISOBMFF
import Library
import WorkerClient

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

/// The journals of a run of edits, one for each folder that was named. A journal is created when the first file is
/// written.
final class EditCommandJournals {
  private var journals: [String: EditJournal] = [:]

  /// A file that is written to the folder of its original.
  struct Entry {
    fileprivate let journals: EditCommandJournals
    fileprivate let folder: String
    fileprivate var record: DerivedFile

    /// Records the complete file before it gets its name.
    mutating func begin(_ written: Bytes) throws(EditError) {
      do throws(SystemError) { record.sha256 = try ContentHash.sha256(of: written) } catch {
        throw EditError(error)
      }
      do throws(ConversionError) { try journals.journal(of: folder).begin(record) } catch {
        throw EditError(.damaged, error.message)
      }
    }

    /// Records that the file has its name.
    func finish() { journals.journals[folder]?.finish(record) }
  }

  /// Nil if the original was not found in a folder.
  ///
  /// - Parameter count: the size of the new file in bytes.
  func entry(
    _ output: String, of file: Inputs.File, _ count: Int
  ) throws(SystemError) -> Entry? {
    guard let folder = file.folder, let path = output.path(below: folder),
      let stamp = try FileStamp(file.path)
    else { return nil }
    // A new file has the time of its original.
    let record = DerivedFile(
      input: file.relativePath, stamp, output: path,
      FileStamp(size: count, modified: stamp.modified))
    return Entry(journals: self, folder: folder, record: record)
  }

  private func journal(of folder: String) throws(ConversionError) -> EditJournal {
    if let journal = journals[folder] { return journal }
    let journal = try EditJournal(of: folder)
    journals[folder] = journal
    return journal
  }
}

/// The files of an editing command, and what it says or asks before it edits the first of them.
struct FilesToEdit {
  private(set) var files: [Inputs.File] = []
  /// Messages about what cannot be listed.
  private(set) var problems: [String] = []
  private var folders: [Folder] = []

  /// A folder that was named, and the number of its files.
  private struct Folder {
    let name: String
    let count: Int
    /// The number of files that are left out, because edits made them.
    let madeCount: Int
    /// Images and movies that no edit changes.
    let others: [String]
  }

  /// The most files of folders that are edited without a question.
  private static let mostUnasked = 100

  /// Throws, before anything is listed, for a folder without an option that says where its edited files are written.
  init<Command: EditCommand>(of command: Command) throws {
    let options = command.options
    let names = command.inputs.names { problems.append($0) }
    let saysWhere = !options.writesBeside || options.isRecursive || options.isDryRun
    if !saysWhere, let folder = try names.first(where: { try PathKind($0) == .folder }) {
      throw ValidationError(
        """
        \(folder) is a folder: --in-place edits the files in it, --output writes new files to \
        another folder, and --recursive writes new files beside the originals.
        """)
    }
    for name in names {
      var others: [String] = []
      let found = Inputs.files(
        Command.extensions, of: name, avoiding: options.output, others: { others = $0 },
        problem: { problems.append($0) })
      let made = options.writesBeside ? try EditJournal.outputs(in: name) : [:]
      let kept = try found.filter { file in
        guard options.writesBeside, file.folder != nil else { return true }
        if try FilesToEdit.isCalledAsMade(file.path, by: Command.suffix) { return false }
        return try made[file.relativePath].map { try $0 != FileStamp(file.path) } ?? true
      }
      files += kept
      guard try PathKind(name) == .folder else { continue }
      folders.append(
        Folder(
          name: name, count: kept.count, madeCount: found.count - kept.count, others: others))
    }
  }

  /// Whether a file is in the folder of its original, and has the name that this command gives to its edited copy.
  private static func isCalledAsMade(_ path: String, by suffix: String) throws -> Bool {
    let (stem, ending) = path.splitAtExtension
    return try stem.hasSuffix("-" + suffix)
      && PathKind(String(stem.dropLast(suffix.count + 1)) + ending) == .file
  }

  /// Says how many files of folders are edited, and asks the user at a terminal if there are many.
  ///
  /// - Returns: false if the user does not want that.
  func announce(_ console: Console, _ options: EditOptions) -> Bool {
    for folder in folders {
      let made = counted(
        folder.madeCount, "file that an earlier edit made is", "files that earlier edits made are")
      let others = folder.others.first.map {
        "; \(counted(folder.others.count, "file")) in other formats, such as \($0), cannot be edited"
      }
      console.message(
        "\(folder.name): \(counted(folder.count, "file")) \(what(options))"
          + (folder.madeCount > 0 ? "; \(made) left out" : "") + (others ?? ""))
    }
    let count = folders.reduce(0) { $0 + $1.count }
    guard count > FilesToEdit.mostUnasked, !options.isDryRun, !options.isSure, console.canAsk,
      !console.ask("Edit \(counted(count, "file"))?")
    else { return true }
    console.message("nothing was done")
    return false
  }

  private func what(_ options: EditOptions) -> String {
    if options.isDryRun { return "to look at" }
    if options.isInPlace { return "to edit in place" }
    return options.output.map { "to edit, into \($0)" } ?? "to edit, with new files beside them"
  }
}

/// The outputs of a run, each of which belongs to one file.
final class EditedOutputs {
  private var inputs: [String: String] = [:]

  /// Throws if the output was written from another file.
  func take(_ output: String, for input: String) throws(EditError) {
    if let other = inputs.updateValue(input, forKey: output), other != input {
      throw EditError(.fileExists, "\(output) is already written from \(other)")
    }
  }
}
