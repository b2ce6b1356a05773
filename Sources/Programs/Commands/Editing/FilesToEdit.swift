import ArgumentParser
import Editing
import Files
import ISOBMFF
import Library

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
