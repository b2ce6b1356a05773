import Editing
import Files
import ISOBMFF
import Inspection
import Movie
import Text
import Verification

/// Edits files one by one: it reads a file, edits it, and writes it completely or not at all.
struct EditCommandRun<Command: EditCommand> {
  let command: Command
  let console: Console
  let results: TextOutput
  private let journals = EditCommandJournals()
  private let outputs = EditedOutputs()
  var options: EditOptions { command.options }

  init(_ command: Command) {
    self.command = command
    console = Console()
    results = console.output
  }

  /// What happened to a file.
  enum Action: String {
    /// A new file was written.
    case edited
    /// The file was replaced.
    case editedInPlace = "edited in place"
    /// Nothing had to be changed.
    case unchanged
    /// Nothing had to be changed, and the output has another path: the file was copied.
    case copied
    /// The file got another name.
    case renamed
    /// The changes were only shown.
    case wouldEdit = "would be edited"
  }

  struct Result {
    var action = Action.unchanged
    var output: String
    /// What was done.
    var notes: [String]
    /// The results of the check of the new file.
    var remarks: [String] = []
  }

  func run() throws -> ExitStatus {
    let found = try FilesToEdit(of: command)
    for problem in found.problems { console.message(problem) }
    var outcomes = found.problems.map { _ in ExitStatus.badInput }
    guard found.announce(console, options) else { return .warnings }
    let files = found.files
    let folders = Set(files.compactMap(\.folder))
    let roots = Dictionary(uniqueKeysWithValues: folders.map { ($0, RootFolder($0)) })
    let outputPath = try options.output.map {
      try OutputOption($0, for: command.inputs, of: files.count)
    }
    for (index, file) in files.enumerated() {
      if files.count > 1 { console.progress("\(index + 1) of \(files.count): \(file.path)") }
      do throws(EditError) {
        let output = try output(for: file, outputPath)
        let root = file.folder.flatMap { roots[$0] }
        let isInFolder = options.isInPlace && root != nil
        outcomes.append(
          try edit(file, below: root, to: isInFolder ? file.path : output, in: outputPath))
      } catch {
        report(file.path, error)
        outcomes.append(.badInput)
      }
      results.flush()
    }
    console.clearProgress()
    return ExitStatus(of: outcomes)
  }

  // MARK: The output

  private func output(
    for file: Inputs.File, _ outputPath: OutputOption?
  ) throws(EditError) -> String {
    if options.isInPlace {
      guard !RemoteInputs.isName(file.path) else {
        throw EditError(
          .wrongFile, "is at a URL, and nothing is written there: name the new file with -o")
      }
      do throws(SystemError) { return try pathBehindLink(file.path) ?? file.path } catch {
        throw EditError(error)
      }
    }
    return outputPath?.file(file.relativePath) ?? output(beside: file.path)
  }

  /// `2023/IMG_1.MOV` as `2023/IMG_1-retagged.MOV`.
  private func output(beside path: String) -> String {
    let (stem, ending) = RemoteInputs.path(beside: path).splitAtExtension
    return stem + "-" + Command.suffix + ending
  }

  // MARK: One file

  /// - Parameters:
  ///   - root: the folder that was named; nil for a file that was named itself.
  ///   - outputPath: the output that the user named.
  private func edit(
    _ file: Inputs.File, below root: RootFolder?, to output: String, in outputPath: OutputOption?
  ) throws(EditError) -> ExitStatus {
    let isReplaced = options.isInPlace && !options.isDryRun
    let original = try OriginalFile(file.path, below: root, isReplaced: isReplaced)
    do throws(EditError) {
      return try edit(original, file, to: output, below: outputPath.map(\.root) ?? root, outputPath)
    } catch {
      // If the file could not be read, or became shorter meanwhile, that is the reason, even if there are other errors
      // in its bytes.
      if case .system = error.kind { throw error }
      try original.requireUnchanged()
      throw error
    }
  }

  private func edit(
    _ original: borrowing OriginalFile, _ file: Inputs.File, to output: String,
    below root: RootFolder?, _ outputPath: OutputOption?
  ) throws(EditError) -> ExitStatus {
    let (path, bytes) = (original.path, original.bytes)
    let kind = FileKind(bytes)
    if !Command.edits(kind), let refusal = kind.refusalAsBoxes(of: bytes) {
      let advice = kind == .jpeg ? Command.adviceForJPEG : nil
      throw EditError(.wrongFile, refusal + (advice.map { "; \($0)" } ?? ""))
    }
    var edit = Edit(bytes)
    // Repair mends this, and says what is lost.
    let isRepair = Command.repairs
    let missing = kind == .boxes && !isRepair ? edit.file.missingByteCount : nil
    try command.apply(to: &edit)
    let isNamed = outputPath?.isFolder == false
    if isNamed, Command.keepsFormat, MediaExtensions.of(output) != MediaExtensions.of(path) {
      try edit.remux(toFit: output)
    }
    let edited = try edit.finished()
    var result = Result(output: output, notes: edited.notes)
    var (described, name) = (bytes, path)
    if isRepair, kind == .unknown, edited.isChanged {
      described = edited.view.bytes
      // Cameras have extensions of their own for files that they are still writing.
      let ending = path.fileExtension.lowercased()
      if !Inputs.media.contains(ending) { name = "media.jpg" }
    }
    if let newExtension = command.newExtension(described, name) {
      if isRepair {
        result.notes.append("its content has the extension .\(newExtension)")
      }
      if outputPath?.isFolder != false {
        result.output = output.splitAtExtension.stem + "." + newExtension
      }
    } else if isRepair, !edited.isChanged, let refusal = kind.refusal(of: bytes) {
      let advice = kind == .unknown ? command.adviceForUnknown : nil
      throw EditError(.wrongFile, refusal + (advice.map { "; \($0)" } ?? ""))
    }
    if isNamed, Command.keepsFormat || isRepair { try checkName(output, of: edited, path) }
    let staysTruncated = missing != nil && !edited.losesMedia
    if let missing, staysTruncated {
      result.notes.append(
        "was truncated: \(counted(missing, "byte is", "bytes are")) missing; boxwalk repair says what is lost"
      )
    }
    result.action = try write(
      edited, of: original, file, &result, below: root, keepsName: result.output == output)
    switch result.action {
    case .unchanged: result.remarks = try command.check(bytes, edited)
    case .wouldEdit: result.remarks = try losses(edited)
    default: break
    }
    result.remarks += [edited.unexamined].compactMap { $0 }
    report(path, result, edited.written.count)
    if result.action == .wouldEdit, !options.isJSON { showDifference(edited) }
    return result.remarks.isEmpty && !edited.losesMedia && !staysTruncated ? .done : .warnings
  }

  /// Throws for the name of another format, which the edited file does not get. Names that mean nothing are allowed.
  private func checkName(
    _ output: String, of edited: EditedFile, _ path: String
  ) throws(EditError) {
    func ending(_ path: String) -> String { path.splitAtExtension.ending.lowercased() }
    guard ending(output) != ending(path) else { return }
    if ending(output).isEmpty, output != "-" {
      throw EditError(
        .invalid,
        "\(output) can be a folder or a file: name the folder \(output)/, or the file \(output)\(ending(path))"
      )
    }
    let movie = MovieFile(edited.view)
    // Other edits have converted it by now.
    let isQuickTime = edited.view.isQuickTime
    let format = movie == nil ? nil : MovieFormat(extension: MediaExtensions.of(output))
    let named = format?.isQuickTime == !isQuickTime ? (isQuickTime ? "mov" : "mp4") : nil
    if let right = ExaminedFile(edited.view.bytes, name: output).rightExtension ?? named {
      throw EditError(
        .invalid,
        "keeps its format, and \(output) has the name of another one: name a .\(right) file; boxwalk convert, remux and transcode make other formats"
      )
    }
    if movie != nil, MediaExtensions.movies.contains(MediaExtensions.of(output)),
      let refusal = MovieFormat.refusal(ofName: output, from: path)
    {
      throw EditError(.invalid, refusal)
    }
  }

  private func write(
    _ edited: EditedFile, of original: borrowing OriginalFile, _ file: Inputs.File,
    _ result: inout Result, below root: RootFolder?, keepsName: Bool
  ) throws(EditError) -> Action {
    let (path, output, isChanged) = (original.path, result.output, edited.isChanged)
    try outputs.take(output, for: path)
    let isSame: Bool
    do throws(SystemError) {
      // The original may be removed meanwhile, and is what an edit in place writes all the same.
      isSame =
        path == output || options.isInPlace && keepsName ? true : try isSameFile(path, output)
    } catch {
      throw EditError(error)
    }
    if options.isDryRun {
      return isChanged || options.isInPlace && !isSame ? .wouldEdit : .unchanged
    }
    if !options.isInPlace {
      if !isChanged, options.output == nil, output == self.output(beside: path) {
        return .unchanged
      }
      if isSame {
        throw EditError(.fileExists, "\(output) is the file itself; --in-place replaces it")
      }
      try write(edited, of: original, file, &result, below: root, replacing: options.force)
      return isChanged ? .edited : .copied
    }
    if isSame {
      var remarks: [String] = []
      try edited.replace(original, progress: progress(of: edited, path)) {
        (bytes) throws(EditError) in remarks = try check(bytes, edited)
      }
      result.remarks = remarks
      return isChanged ? .editedInPlace : .unchanged
    }
    guard isChanged else {
      try original.rename(to: output)
      return .renamed
    }
    if (try? PathKind(output)) != .nothing {
      throw EditError(
        .fileExists, "\(output) is another file, which --in-place does not replace")
    }
    try write(edited, of: original, file, &result, below: root, replacing: false)
    do throws(EditError) { try original.remove() } catch {
      // What another program changed or removed is not made again under another name.
      try? Files.remove(output)
      throw error
    }
    return .editedInPlace
  }

  private func write(
    _ edited: EditedFile, of original: borrowing OriginalFile, _ file: Inputs.File,
    _ result: inout Result, below root: RootFolder?, replacing: Bool
  ) throws(EditError) {
    let output = result.output
    var entry: EditCommandJournals.Entry?
    do throws(SystemError) {
      try OutputPath.check(output, of: [], isReplacing: replacing)
      entry =
        options.writesBeside ? try journals.entry(output, of: file, edited.written.count) : nil
    } catch {
      throw EditError(error)
    }
    var remarks: [String] = []
    try edited.write(
      to: output, from: original, below: root, replacing: replacing, isSynced: true,
      progress: progress(of: edited, original.path)
    ) { (bytes) throws(EditError) in
      remarks = try check(bytes, edited)
      try entry?.begin(bytes)
    }
    entry?.finish()
    result.remarks = remarks
  }

  // MARK: The check of the new file

  private func check(_ written: Bytes, _ edited: EditedFile) throws(EditError) -> [String] {
    let remarks = try losses(edited, as: written) + command.check(written, edited)
    // Other files that were read for this edit count, too.
    do throws(SystemError) { try SystemError.requireRead(nil) } catch { throw EditError(error) }
    return remarks
  }

  /// What the new file no longer shows or plays. It throws for this unless --force is used.
  ///
  /// - Parameter written: the new file; nil if it is not written.
  private func losses(
    _ edited: EditedFile, as written: Bytes? = nil
  ) throws(EditError) -> [String] {
    // The original loses nothing.
    guard edited.isChanged else { return [] }
    let leavesOut = Command.repairs && edited.losesMedia
    // Rules that read media data are left out if long media data cannot be read.
    let rules = written != nil || edited.isViewWhole ? Rules.errors : Rules.reading
    let files = [edited.original.bytes, written ?? edited.view.bytes]
      .map { ExaminedFile($0, name: "", inflate: Zlib.inflate) }
    let (old, new) = (files[0], files[1])
    let lost =
      type(of: command).takesSamples
      ? NewlyBrokenRules(from: old, to: new, rules: rules).sentences
      : LostMedia(
        from: old, to: new, removed: edited.removedTracks, leavesOut: leavesOut, rules: rules
      ).sentences
    guard let first = lost.first, !options.force else { return lost }
    let reason = old.movie?.refusal.map { "\($0); " } ?? ""
    let advice = command.adviceForLoss.map { "; \($0)" } ?? ""
    throw EditError(
      .proofFailed,
      "\(reason)\(first)\(advice); nothing was written; --force writes it nevertheless")
  }

  /// Says how much of a long file is written.
  private func progress(of edited: EditedFile, _ path: String) -> (Int) -> Void {
    let count = edited.written.count
    return { done in
      if count > 1 << 28 { console.progress("\(path): \(done / (count / 100))%") }
    }
  }
}

/// What the user is told about each file.
extension EditCommandRun {
  private func write(_ path: String, _ members: [(String, JSONValue?)]) {
    JSONValue.object([("file", .string(path))] + members + RemoteInputs.transfer(of: path))
      .writeLine(to: results)
  }

  func report(_ path: String, _ result: Result, _ count: Int) {
    let (action, output) = (result.action, result.output)
    guard !options.isJSON else {
      return write(
        path,
        [
          ("outcome", .string(action.rawValue)),
          ("output", [.unchanged, .wouldEdit].contains(action) ? nil : .string(output)),
          ("notes", .array((result.notes + result.remarks).map { .string($0) })),
          ("bytes", .int(count)),
        ])
    }
    console.clearProgress()
    switch action {
    case .edited: results.text(output)
    case .editedInPlace where output.splitAtExtension.ending == path.splitAtExtension.ending:
      results.text("\(path): changed in place")
    case .renamed, .editedInPlace:
      results.text("\(path): is \(path.splitAtName.folder)\(output.lastPathName) now")
    case .unchanged: results.text("\(path): nothing to change")
    case .copied: results.text("\(output): a copy, because there is nothing to change")
    case .wouldEdit: results.text("\(path): would change, as \(output)")
    }
    for note in result.notes + result.remarks { results.text("  \(note)") }
  }

  func showDifference(_ edited: EditedFile) {
    guard FileDifference.canRead(edited.original.bytes) else { return }
    let difference = FileDifference(
      between: edited.original.bytes, and: edited.written, viewedAs: edited.view.bytes)
    difference.write(to: results, console.style)
  }

  func report(_ path: String, _ error: EditError) {
    let advice = command.advice(for: path).map { "; \($0)" } ?? ""
    guard !options.isJSON else {
      return write(
        path, [("outcome", .string("failed")), ("reason", .string("\(error)\(advice)"))])
    }
    console.message("\(error.file ?? path): \(error.message)\(advice)")
  }
}
