package import FieldCoding
package import ISOBMFF

/// The media data of a recording without `moov`: the payload of its `mdat` box. If the size of the box is not reliable,
/// it is everything up to the end of the file.
package struct MediaRegion {
  /// The `mdat` box among the boxes of the file; nil if it has lost its head, so that all bytes are media data.
  package let box: Int?
  /// The media data.
  package let data: Bytes
  /// The number of boxes after it that are part of the media data, or are cut off.
  package let takenBoxes: Int
  /// The problem with the box, as a sentence; nil if only its description is missing.
  package let note: String?

  /// Nil if there is no `mdat` box, but another one that is known.
  package init?(_ file: BoxFile) {
    guard let index = file.boxes.firstIndex(where: { $0.type == "mdat" }),
      let origin = file.boxes[index].origin
    else {
      guard file.boxes.allSatisfy({ $0.definition() == nil }) else { return nil }
      (box, data, takenBoxes) = (nil, file.bytes, 0)
      note = "the file does not start with boxes: all of it is taken as media data"
      return
    }
    let box = file.boxes[index]
    let start = origin.range.lowerBound - file.bytes.range.lowerBound + box.headerSize
    let end = start + origin.count - box.headerSize
    let others = file.boxes[(index + 1)...]
    self.box = index
    let isOnlyPart =
      origin.count <= box.headerSize || !file.trailing.isEmpty
      || others.contains { $0.definition() == nil || !$0.damage.isEmpty }
    if isOnlyPart || box.statedSize != nil {
      data = file.bytes.part(start..<file.bytes.count) ?? Bytes()
      takenBoxes = others.count
    } else {
      data = file.bytes.part(start..<end) ?? Bytes()
      takenBoxes = 0
    }
    if let stated = box.statedSize {
      note =
        "the mdat box, at byte \(origin.fileOffset), says that it has \(counted(stated, "byte")), and the file ends after \(counted(file.bytes.count - origin.fileOffset, "byte"))"
    } else if isOnlyPart, origin.count < file.bytes.count - origin.fileOffset {
      note =
        "the mdat box, at byte \(origin.fileOffset), says that it has \(counted(origin.count, "byte")), and no box follows there: it is taken to reach to the end of the file"
    } else {
      note = nil
    }
  }
}
