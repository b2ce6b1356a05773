import Editing
import FuzzDriver
import ISOBMFF
import Metadata

/// Every edit of the command, on any file: it is refused, or proved, and then read again.
@_cdecl("FuzzEdits_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: { Seeds.file($0) }) { bytes in
    for kind in Kind.allCases { kind.tryOut(bytes) }
  }
}

private enum Kind: CaseIterable {
  case nothing, repair, join, retag, retagInBand, faststart, undo, stripLocation, stripAll, flip

  func apply(to edit: inout Edit) throws(EditError) {
    switch self {
    case .nothing: break
    case .repair: try edit.repair()
    case .join: try edit.repair(initialization: edit.original.bytes)
    case .retag: try edit.retag()
    case .retagInBand: try edit.retag(to: ["hev1", "avc3"])
    case .faststart: try edit.moveMovie(to: .first)
    case .undo: try edit.moveMovie(to: .last)
    case .stripLocation: try edit.strip(.location)
    case .stripAll: try edit.strip(.all)
    case .flip: try edit.rotate(.flipVertically)
    }
  }

  func tryOut(_ bytes: Bytes) {
    var edit = Edit(bytes)
    do throws(EditError) {
      try apply(to: &edit)
      let edited = try edit.finished()
      OutputLimit(of: bytes).count(edited.written.count)
      precondition(edited.view.bytes.count == edited.written.count, "a view of another size")
      _ = edited.view.findings
    } catch {
      precondition(!error.message.isEmpty, "an error without words")
    }
  }
}
