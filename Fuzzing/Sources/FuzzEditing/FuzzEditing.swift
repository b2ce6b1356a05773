import Editing
import FuzzDriver
import ISOBMFF

/// Edits that move everything. What can be moved can be moved back, and then is as it was.
@_cdecl("FuzzEditing_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: { Seeds.file($0) }) { bytes in
    let file = BoxFile(bytes)
    guard let same = try? file.relocated() else { return }
    precondition(Bytes(same.bytes) == bytes, "what nobody changed is not as it was")
    let room = Box(type: "free", opaque: Bytes([UInt8](repeating: 0, count: 100)))
    var longer = file
    longer.boxes.insert(room, at: min(1, longer.boxes.count))
    for index in longer.boxes.indices
    where ["moov", "meta", "moof"].contains(longer.boxes[index].type) {
      longer.boxes[index].children.append(room)
    }
    guard let moved = try? longer.relocated() else { return }
    _ = BoxFile(Bytes(moved.bytes)).findings
  }
}
