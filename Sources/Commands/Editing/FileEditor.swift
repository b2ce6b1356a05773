import Editing
import FileKind
import ISOBMFF
import Inspection
import JSON
import SystemAccess

/// Does what an editing command asks for, file by file: reads it, edits it, and writes it whole or not
/// at all.
struct FileEditor<Command: EditCommand> {
  private let command: Command
  private let console: Console
  private let results: Output
  private var options: EditOptions { command.options }

  init(_ command: Command) {
    self.command = command
    console = Console()
    results = console.output
  }

  /// What became of a file.
  private enum Action: String {
    /// It has a new file.
    case edited
    /// It is another file now.
    case editedInPlace = "edited in place"
    /// There was nothing to do.
    case unchanged
    /// The same, and it was wanted elsewhere.
    case copied
    /// The same under another name.
    case renamed
    /// What would be done was shown.
    case wouldEdit = "would be edited"
  }

  private struct Result {
    var action = Action.unchanged
    var output: String
    /// What was done.
    var notes: [String]
    /// What a look at the new file tells.
    var remarks: [String] = []
  }

  func run() -> Outcome {
    var outcomes: [Outcome] = []
    let files = command.inputs.files(Command.extensions) { problem in
      console.message(problem)
      outcomes.append(.badInput)
    }
    var taken: [String: String] = [:]
    let outputPath = options.output.map { OutputPath($0, for: command.inputs, of: files.count) }
    for (index, file) in files.enumerated() {
      if files.count > 1 { console.progress("\(index + 1) of \(files.count): \(file.path)") }
      do throws(EditError) {
        let output = output(for: file, outputPath)
        if let other = taken[output] {
          throw EditError("\(output) is already written from \(other)")
        }
        taken[output] = file.path
        outcomes.append(
          try edit(file.path, to: output, isNamed: outputPath.map { !$0.isFolder } ?? false))
      } catch {
        report(file.path, error)
        outcomes.append(.badInput)
      }
      results.flush()
    }
    console.clearProgress()
    return Outcome(of: outcomes)
  }

  // MARK: Where it goes

  private func output(for file: Inputs.File, _ outputPath: OutputPath?) -> String {
    if options.isInPlace { return pathWithoutLinks(file.path) ?? file.path }
    return outputPath?.file(file.relativePath) ?? output(beside: file.path)
  }

  /// `2023/IMG_1.MOV` as `2023/IMG_1-retagged.MOV`.
  private func output(beside path: String) -> String {
    let (stem, ending) = path.splitAtExtension
    return stem + "-" + Command.suffix + ending
  }

  // MARK: One file

  /// - Parameter isNamed: whether the person has named the output itself.
  private func edit(
    _ path: String, to output: String, isNamed: Bool
  ) throws(EditError) -> Outcome {
    do {
      let file = try OpenFile.reading(path)
      let source = try file.source(path)
      do {
        return try edit(path, source, in: file, to: output, isNamed: isNamed)
      } catch  where source.isShortened {
        throw EditError("became shorter while it was read; nothing was written")
      }
    } catch let error as EditError {
      throw error
    } catch let error as ByteSourceError {
      throw EditError(error.reason.words)
    } catch {
      throw EditError("\(error)")
    }
  }

  private func edit(
    _ path: String, _ source: ByteSource, in file: borrowing OpenFile, to output: String,
    isNamed: Bool
  ) throws -> Outcome {
    if Command.needsBoxes, let refusal = FileKind(source.bytes).refusalAsBoxes(of: source.bytes) {
      throw EditError(refusal)
    }
    var edit = Edit(source.bytes)
    try command.apply(to: &edit)
    let edited = try edit.finished()
    var result = Result(output: output, notes: edited.notes)
    if let newExtension = command.newExtension(source.bytes, path) {
      result.notes.append("what is in it is named .\(newExtension)")
      if !isNamed { result.output = output.splitAtExtension.stem + "." + newExtension }
    }
    result.action = try write(edited, of: source, in: file, path, &result)
    if result.action == .unchanged { result.remarks = try command.check(source.bytes, edited) }
    report(path, result, edited.written.count)
    if result.action == .wouldEdit, !options.isJSON { showDifference(edited) }
    return result.remarks.isEmpty ? .done : .warnings
  }

  private func write(
    _ edited: EditedFile, of source: ByteSource, in file: borrowing OpenFile, _ path: String,
    _ result: inout Result
  ) throws -> Action {
    let isChanged = edited.isChanged
    let output = result.output
    let isRenamed = options.isInPlace && !isSameFile(path, output)
    if options.isDryRun { return isChanged || isRenamed ? .wouldEdit : .unchanged }
    if options.isInPlace {
      guard isChanged || isRenamed else { return .unchanged }
      guard isWritable(path) else { throw EditError("\(path) must not be written") }
      if !isChanged {
        try rename(path, to: output)
        return .renamed
      }
      if !isRenamed, let patches = edited.patches,
        let patch = FilePatch(patches, of: source.bytes)
      {
        result.remarks = try command.check(patch.view(file, path), edited)
        if source.isShortened { throw SystemError.shortened }
        try patch.apply(to: output, readAs: file)
        return .editedInPlace
      }
    } else {
      if !isChanged, options.output == nil, output == self.output(beside: path) {
        return .unchanged
      }
      if isSameFile(path, output) {
        throw EditError("\(output) is the file itself; --in-place lets it be replaced")
      }
      try makeFolder(of: output)
    }
    if !options.isInPlace || isRenamed, isRenamed || !options.force, PathKind(output) != .nothing {
      throw EditError("\(output) exists; --force replaces it")
    }
    let target = try OutputFile(output)
    try target.write(edited.written, of: source, in: file) { done in
      if edited.written.count > 1 << 28 {
        console.progress("\(path): \(done / (edited.written.count / 100)) %")
      }
    }
    result.remarks = try command.check(target.source().bytes, edited)
    try target.takeAttributes(of: file)
    try target.commit(replacing: (options.isInPlace && !isRenamed) || options.force)
    if isRenamed { try remove(path) }
    return options.isInPlace ? .editedInPlace : isChanged ? .edited : .copied
  }

  // MARK: What is said

  private func report(_ path: String, _ result: Result, _ count: Int) {
    let (action, output) = (result.action, result.output)
    guard !options.isJSON else {
      var json = JSONWriter(results)
      JSONValue.object([
        ("file", .string(path)), ("outcome", .string(action.rawValue)),
        ("output", [.unchanged, .wouldEdit].contains(action) ? nil : .string(output)),
        ("notes", .array((result.notes + result.remarks).map { .string($0) })),
        ("bytes", .int(count)),
      ]).write(to: &json)
      return results.line()
    }
    console.clearProgress()
    switch action {
    case .edited: results.text(output)
    case .editedInPlace: results.text("\(path): changed in place")
    case .renamed: results.text("\(path): is \(output) now")
    case .unchanged: results.text("\(path): nothing to change")
    case .copied: results.text("\(output): a copy, as there is nothing to change")
    case .wouldEdit: results.text("\(path): would change, as \(output)")
    }
    for note in result.notes + result.remarks { results.text("  \(note)") }
  }

  private func showDifference(_ edited: EditedFile) {
    guard FileDifference.canRead(edited.original.bytes) else { return }
    let difference = FileDifference(
      between: edited.original.bytes, and: edited.written, viewedAs: edited.view.bytes)
    difference.write(to: results, console.style)
  }

  private func report(_ path: String, _ error: EditError) {
    guard !options.isJSON else {
      var json = JSONWriter(results)
      JSONValue.object([
        ("file", .string(path)), ("outcome", .string("failed")),
        ("reason", .string(error.message)),
      ]).write(to: &json)
      return results.line()
    }
    console.message("\(path): \(error.message)")
  }
}
