package import FieldCoding
package import ISOBMFF

/// The media data of a recording without `moov`: the payload of its `mdat` box. If the size of the box is not reliable,
/// it is everything up to the end of the file.
package struct MediaRegion {
  /// The `mdat` box among the boxes of the file; nil if it has lost its head, so that all bytes are media data.
  package let box: Int?
  /// The media data.
  package let data: Bytes
  /// The number of boxes after it that are part of the media data, or are truncated.
  package let takenBoxes: Int
  /// The problem with the box, as a sentence; nil if only its description is missing.
  package let note: String?

  /// Nil if there is no `mdat` box, but another one that is known.
  package init?(_ file: BoxFile) {
    guard let index = file.mediaBox, let origin = file.boxes[index].origin else {
      (box, takenBoxes) = (nil, 0)
      if let data = file.dataBehindLostHeader {
        self.data = data
        note = "the header of the mdat box is lost: what follows it is taken as media data"
        return
      }
      guard file.boxes.allSatisfy({ $0.definition() == nil }) else { return nil }
      data = file.bytes
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
    } else if box.type != "mdat" {
      note = "the header of the mdat box, at byte \(origin.fileOffset), is lost: it is made again"
    } else if isOnlyPart, origin.count < file.bytes.count - origin.fileOffset {
      note =
        "the mdat box, at byte \(origin.fileOffset), says that it has \(counted(origin.count, "byte")), and no box follows there: it is taken to reach to the end of the file"
    } else {
      note = nil
    }
  }
}

extension BoxFile {
  private static let boxesBeforeMedia: Set<FourCC> = [
    "ftyp", "styp", "free", "skip", "wide", "uuid",
  ]

  /// What follows zeros instead of a header, up to the end of the file, if no box before it has media.
  package var dataBehindLostHeader: Bytes? {
    guard trailing.part(0..<8)?.allSatisfy({ $0 == 0 }) == true, !boxes.isEmpty,
      boxes.allSatisfy({ BoxFile.boxesBeforeMedia.contains($0.type) })
    else { return nil }
    return trailing.part(8..<trailing.count)
  }

  /// The index of the `mdat` box among the boxes; or of one that no file has, and that follows boxes without media up to
  /// the end, as its header was overwritten.
  package var mediaBox: Int? {
    if let index = boxes.firstIndex(where: { $0.type == "mdat" }) { return index }
    guard let index = boxes.firstIndex(where: { !BoxFile.boxesBeforeMedia.contains($0.type) }),
      index > 0,
      index == boxes.count - 1, boxes[index].definition() == nil
    else { return nil }
    return index
  }
}
