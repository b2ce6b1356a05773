import Editing
import FieldCoding
import ISOBMFF
import Metadata
import TestSupport
import Testing

/// Other programs can change a file while it is edited. The edit fails then when it is written; until that, nothing that
/// it has read may end the program.
@Suite struct ChangingOriginalTests {
  /// The edits of the command.
  enum Kind: CaseIterable {
    case repair, retag, faststart, moovLast, stripLocation, stripAll, turn, trim, drop, fragment
    case defragment, join, remux, chapters, boxes

    func apply(to edit: inout Edit) throws(EditError) {
      switch self {
      case .repair: try edit.repair()
      case .retag: try edit.retag()
      case .faststart: try edit.moveMovie(to: .first)
      case .moovLast: try edit.moveMovie(to: .last)
      case .stripLocation: try edit.strip(.location)
      case .stripAll: try edit.strip(.all)
      case .turn: try edit.rotate(.flipVertically)
      case .trim: try edit.trim(from: 0.4, to: 1.2)
      case .drop: try edit.removeTracks([2])
      case .fragment: try edit.fragment(every: .group)
      case .defragment: try edit.defragment()
      case .join: try edit.join([("itself", edit.original.bytes)])
      case .remux: try edit.remux(to: .mp4)
      case .chapters: try edit.removeChapters()
      case .boxes:
        if let pattern = BoxPattern("//udta") { try edit.remove(pattern) }
      }
    }
  }

  /// Where the file changes.
  private enum Moment: CaseIterable { case opened, edited, finished }

  @Test(arguments: MediaFolder.samples)
  func filesThatChangeAreEdited(path: String) throws {
    var noise = Noise(state: 7)
    for kind in (0..<changeRounds).flatMap({ _ in Kind.allCases }) {
      for moment in Moment.allCases {
        let copy = try ChangedFile(copying: path)
        var edit = Edit(try ByteSource(mapping: copy.path).bytes)
        do {
          if moment == .opened { try copy.change(&noise) }
          try kind.apply(to: &edit)
          if moment == .edited { try copy.change(&noise) }
          let edited = try edit.finished()
          if moment == .finished { try copy.change(&noise) }
          _ = edited.view.findings
          _ = edited.written.bytes.count
        } catch let error as EditError {
          #expect(!error.message.isEmpty)
        }
      }
    }
  }
}
