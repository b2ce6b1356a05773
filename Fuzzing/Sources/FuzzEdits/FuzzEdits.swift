import Editing
import Exif
import FuzzDriver
import ISOBMFF

/// Every edit of the command, on any file: it is refused, or proved, and then read again.
@_cdecl("FuzzEdits_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: Seeds.file) { bytes in
    let edits: [(inout Edit) throws(EditError) -> Void] = [
      { (edit) throws(EditError) in },
      { (edit) throws(EditError) in try edit.repair() },
      { (edit) throws(EditError) in try edit.repair(initialization: bytes) },
      { (edit) throws(EditError) in try edit.retag() },
      { (edit) throws(EditError) in try edit.retag(to: ["hev1", "avc3"]) },
      { (edit) throws(EditError) in try edit.place(movie: .first) },
      { (edit) throws(EditError) in try edit.place(movie: .last) },
      { (edit) throws(EditError) in try edit.strip(.location) },
      { (edit) throws(EditError) in try edit.strip(.all) },
      { (edit) throws(EditError) in try edit.turn(.flipVertically) },
    ]
    for apply in edits {
      var edit = Edit(bytes)
      do throws(EditError) {
        try apply(&edit)
        let edited = try edit.finished()
        precondition(edited.view.bytes.count == edited.written.count, "a view of another size")
        _ = edited.view.findings
      } catch {
        precondition(!error.message.isEmpty, "an error without words")
      }
    }
  }
}
