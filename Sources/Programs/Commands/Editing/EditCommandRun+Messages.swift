import Editing
import Files
import ISOBMFF
import Inspection
import Text

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
