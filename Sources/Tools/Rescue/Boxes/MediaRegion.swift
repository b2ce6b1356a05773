package import FieldCoding
package import ISOBMFF
import Movie

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

/// The header of an `mdat` box that starts and ends at given offsets, so that its content stays at its offset.
package struct MediaDataHeader {
  /// Where it begins: before the given offset if it replaces the box before it.
  package private(set) var start: Int
  package let bytes: [UInt8]

  /// Nil if the size does not fit, or the end is not behind the header.
  ///
  /// - Parameter hasPlaceholder: whether a box of eight bytes is before it, which a long header can use.
  package init?(start: Int, headerSize: Int, end: Int, hasPlaceholder: Bool) {
    guard end >= start + headerSize else { return nil }
    var writer = ByteWriter()
    self.start = start
    if headerSize == 8, end - start <= Int(UInt32.max) {
      writer.write(UInt64(end - start), bits: 32)
      writer.write("mdat".utf8)
    } else if headerSize == 16 || hasPlaceholder {
      if headerSize == 8 { self.start = start - 8 }
      writer.write(1, bits: 32)
      writer.write("mdat".utf8)
      writer.write(UInt64(end - self.start), bits: 64)
    } else {
      return nil
    }
    bytes = writer.bytes
  }
}

extension BoxFile {
  /// Lets an `mdat` box whose size says that it has a large one begin where the samples do, if the `moov` box says that
  /// these begin in the bytes of that size.
  ///
  /// - Returns: a sentence about it; nil if there is no such box.
  package mutating func shortenMediaHeader() -> String? {
    guard let movie = MovieFile(self),
      let index = boxes.firstIndex(where: {
        $0.type == "mdat" && $0.headerSize == 16 && $0.statedSize != nil
      }),
      let origin = boxes[index].origin
    else { return nil }
    let start = UInt64(clamping: origin.fileOffset)
    let isInSize = movie.tracks.contains { track in
      track.samples.chunks.contains { (start + 8..<start + 16).contains($0.start) }
    }
    guard isInSize else { return nil }
    boxes[index] = Box(type: "mdat", opaque: origin.part(8..<origin.count) ?? Bytes())
    return
      "the mdat box, at byte \(start), says that it has a size of 64 bits, but samples begin there: it has \(counted(origin.count, "byte")), up to the end of the file"
  }
}
