import FieldCoding
import ISOBMFF

extension Edit {
  /// Repairs the boxes at the top of a movie if they do not lead to its `moov` box: the size of `mdat` is wrong, or the
  /// head of the file was overwritten. All media data, and the `moov` box, stay at their offsets.
  ///
  /// - Returns: whether such a box was found.
  mutating func findMovie() throws(EditError) -> Bool {
    let describing: Set<FourCC> = ["moov", "moof", "meta", "mini", "jP  ", "JXL "]
    guard !file.boxes.contains(where: { describing.contains($0.type) }) else { return false }
    let hasHead = file.boxes.contains { $0.type == "mdat" }
    guard hasHead || file.boxes.allSatisfy({ $0.definition() == nil }),
      let found = RepairableMovie(in: original.bytes, from: 0)
    else { return false }
    if hasHead { try resizeMediaData(upTo: found) } else { try replaceHead(before: found) }
    return true
  }

  private mutating func resizeMediaData(upTo found: RepairableMovie) throws(EditError) {
    guard let box = file.boxes.first("mdat"), let origin = box.origin else { return }
    let start = origin.range.lowerBound - original.bytes.range.lowerBound
    let end = found.bytes.range.lowerBound - original.bytes.range.lowerBound
    guard start + box.headerSize <= found.samples.lowerBound else {
      throw EditError(
        .damaged,
        "has a moov box at byte \(end), whose samples begin before the mdat box, at byte \(found.samples.lowerBound)"
      )
    }
    let isWide =
      file.boxes.first { $0.origin?.range.upperBound == origin.range.lowerBound }
      .map { ["wide", "free", "skip"].contains($0.type) && $0.origin?.count == 8 } ?? false
    guard
      let header = MediaDataHeader(
        start: start, headerSize: box.headerSize, end: end, hasPlaceholder: isWide)
    else {
      throw EditError(
        .damaged, "has no place for the size of its mdat box, which has more than 4 GB")
    }
    rewrite(header.start, header.bytes, found)
    notes.append(
      "the mdat box, at byte \(start), says that it has \(counted(box.statedSize ?? UInt64(origin.count), "byte")): it has \(end - start), up to the moov box, which was found at byte \(end)"
    )
  }

  private mutating func replaceHead(before found: RepairableMovie) throws(EditError) {
    let end = found.bytes.range.lowerBound - original.bytes.range.lowerBound
    var type = FileTypeBox()
    type.majorBrand = found.box.isQuickTimeMovie ? "qt  " : "isom"
    type.compatibleBrands = [type.majorBrand]
    var top = BoxFile(Bytes())
    top.boxes = [Box(type)]
    guard let head = try? top.encoded().bytes,
      let header = MediaDataHeader(
        start: head.count, headerSize: 8, end: end, hasPlaceholder: false)
        ?? MediaDataHeader(start: head.count, headerSize: 16, end: end, hasPlaceholder: false),
      header.start + header.bytes.count <= found.samples.lowerBound
    else {
      throw EditError(
        .damaged,
        "has lost its head, and its samples begin at byte \(found.samples.lowerBound), where a new one would be"
      )
    }
    rewrite(0, head + header.bytes, found)
    losesMedia = true
    notes.append(
      "the file does not start with boxes: it has a new ftyp box with the brand '\(type.majorBrand)', and a new header of its mdat box, up to the moov box, which was found at byte \(end)"
    )
    notes.append("samples that begin in overwritten bytes stay damaged")
  }

  /// Exchanges bytes before the media data, and takes over all others.
  private mutating func rewrite(_ start: Int, _ bytes: [UInt8], _ found: RepairableMovie) {
    let end = found.bytes.range.lowerBound - original.bytes.range.lowerBound
    var writer = ByteWriter()
    if let before = original.bytes.part(0..<start) { writer.write(before) }
    writer.write(bytes)
    let media = start + bytes.count..<end
    if let data = original.bytes.part(media) { writer.write(uncopied: data) }
    // What is read as boxes again.
    writer.write(Array(found.bytes))
    let rest = end + found.bytes.count..<original.bytes.count
    if let after = original.bytes.part(rest) { writer.write(after) }
    foundMedia = original.bytes.part(media)?.range
    rewritten = writer
  }
}

/// The header of an `mdat` box that starts and ends at given offsets, so that its content stays at its offset.
struct MediaDataHeader {
  var start: Int
  var bytes: [UInt8]

  /// Nil if the size does not fit.
  ///
  /// - Parameter hasPlaceholder: whether a box of eight bytes is before it, which a long header can use.
  init?(start: Int, headerSize: Int, end: Int, hasPlaceholder: Bool) {
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
