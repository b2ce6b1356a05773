import Editing
import FieldCoding
import ISOBMFF
import Testing

/// The file that the repair of damaged bytes gives, with the notes of the edit.
///
/// - Parameter other: a recording like which it is rebuilt; nil if it is repaired without one.
func repaired(
  _ bytes: some Sequence<UInt8>, like other: Bytes? = nil
) throws -> (Bytes, [String]) {
  var edit = Edit(Bytes(Array(bytes)))
  if let other {
    try edit.rebuildMovie(like: [other])
  } else {
    try edit.repair()
  }
  let edited = try edit.finished()
  return (edited.view.bytes, edited.notes)
}

/// The range of the first box of a type at the top of a file.
func range(of type: FourCC, in bytes: Bytes) throws -> Range<Int> {
  let found = BoxFile(bytes).boxes.first { $0.type == type }?.origin
  let origin = try #require(found)
  return origin.fileOffset..<origin.fileOffset + origin.count
}
