import Editing
import FileAccess
import ISOBMFF
import Inspection
import Verification

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
    /// What would be done was shown.
    case wouldEdit = "would be edited"
  }

  func run() -> Outcome {
    var outcomes: [Outcome] = []
    let files = command.inputs.files(Command.extensions) { problem in
      console.message(problem)
      outcomes.append(.badInput)
    }
    var taken: [String: String] = [:]
    for (index, file) in files.enumerated() {
      if files.count > 1 { console.progress("\(index + 1) of \(files.count): \(file.path)") }
      do throws(EditError) {
        let output = output(for: file, of: files.count)
        if let other = taken[output] {
          throw EditError("\(output) is already written from \(other)")
        }
        taken[output] = file.path
        outcomes.append(try edit(file.path, to: output))
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

  private func output(for file: Inputs.File, of count: Int) -> String {
    if options.isInPlace { return pathWithoutLinks(file.path) ?? file.path }
    guard let output = options.output else { return file.path.adding("-" + Command.suffix) }
    return OutputPath(output, for: command.inputs, of: count).file(file.relativePath)
  }

  // MARK: One file

  private func edit(_ path: String, to output: String) throws(EditError) -> Outcome {
    do {
      let file = try OpenFile.reading(path)
      let source = try file.source(path)
      try refuseOthers(source.bytes)
      var edit = Edit(source.bytes)
      try command.apply(to: &edit)
      let edited = try edit.finished()
      let action = try write(edited, of: source, in: file, path, to: output)
      report(path, edited, action, output)
      return .done
    } catch let error as EditError {
      throw error
    } catch let error as ByteSourceError {
      throw EditError(error.reason.words)
    } catch {
      throw EditError("\(error)")
    }
  }

  private func refuseOthers(_ bytes: Bytes) throws(EditError) {
    switch FileKind(bytes) {
    case .boxes: return
    case .empty: throw EditError("is empty (0 bytes)")
    case .jpeg: throw EditError("is a JPEG picture, not a file of boxes")
    case .other(let words): throw EditError("is \(words), not a file of boxes")
    case .unknown: throw EditError("is not a file of boxes: none starts at byte 0")
    }
  }

  private func write(
    _ edited: EditedFile, of source: ByteSource, in file: borrowing OpenFile, _ path: String,
    to output: String
  ) throws -> Action {
    let isChanged = edited.isChanged
    if options.isDryRun { return isChanged ? .wouldEdit : .unchanged }
    if options.isInPlace {
      guard isChanged else { return .unchanged }
      guard isWritable(output) else { throw EditError("\(output) must not be written") }
      if let patches = edited.patches, let patch = FilePatch(patches, of: source.bytes) {
        try command.check(edited.view.bytes)
        try patch.apply(to: output, readAs: file)
        return .editedInPlace
      }
    } else {
      if !isChanged, options.output == nil { return .unchanged }
      if isSameFile(path, output) {
        throw EditError("\(output) is the file itself; --in-place lets it be replaced")
      }
      if !options.force, PathKind(output) != .nothing {
        throw EditError("\(output) exists; --force replaces it")
      }
      try OutputPath.makeFolder(of: output)
    }
    let target = try OutputFile(output)
    try target.write(edited.written, of: source, in: file) { done in
      if edited.written.count > 1 << 28 {
        console.progress("\(path): \(done / (edited.written.count / 100)) %")
      }
    }
    try command.check(target.source().bytes)
    try target.takeAttributes(of: file)
    try target.commit(replacing: options.isInPlace || options.force)
    return options.isInPlace ? .editedInPlace : isChanged ? .edited : .copied
  }

  // MARK: What is said

  private func report(_ path: String, _ edited: EditedFile, _ action: Action, _ output: String) {
    guard !options.isJSON else {
      var json = JSONWriter(results)
      ReportValue.object([
        ("file", .string(path)), ("outcome", .string(action.rawValue)),
        ("output", [.unchanged, .wouldEdit].contains(action) ? nil : .string(output)),
        ("notes", .array(edited.notes.map { .string($0) })),
        ("bytes", .int(edited.written.count)),
      ]).write(to: &json)
      return results.line()
    }
    console.clearProgress()
    switch action {
    case .edited: results.line(output)
    case .editedInPlace: results.line("\(path): changed in place")
    case .unchanged: results.line("\(path): nothing to change")
    case .copied: results.line("\(output): a copy, as there is nothing to change")
    case .wouldEdit: results.line("\(path): would change, as \(output)")
    }
    for note in edited.notes { results.line("  \(note)") }
  }

  private func report(_ path: String, _ error: EditError) {
    guard !options.isJSON else {
      var json = JSONWriter(results)
      ReportValue.object([
        ("file", .string(path)), ("outcome", .string("failed")),
        ("reason", .string(error.message)),
      ]).write(to: &json)
      return results.line()
    }
    console.message("\(path): \(error.message)")
  }
}

extension String {
  /// `2023/IMG_1.MOV` as `2023/IMG_1-retagged.MOV`.
  fileprivate func adding(_ suffix: String) -> String {
    let start = lastIndex(of: "/").map { index(after: $0) } ?? startIndex
    guard let dot = self[start...].lastIndex(of: "."), dot > start else { return self + suffix }
    return self[..<dot] + suffix + self[dot...]
  }
}
