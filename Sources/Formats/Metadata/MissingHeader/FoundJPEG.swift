/// A JPEG image whose first bytes are lost, but none of its tables: segments that lead to a scan are found in the rest.
/// Usually only metadata is lost, which comes first.
package struct FoundJPEG {
  /// The file with a new start.
  package let written: ByteWriter
  /// The first segment that is left.
  package let start: Int
  /// Whether nothing of the image is lost: its SOI marker precedes the segment, and the file ends with its EOI marker.
  package let isWhole: Bool

  /// Nil if the bytes have no such image.
  package init?(in bytes: Bytes) throws(ByteSourceError) {
    var pairs = BytePairs()
    // DQT, DRI, APPn: the first segments of an image.
    for markers: ClosedRange<UInt16> in [0xFFDB...0xFFDB, 0xFFDD...0xFFDD, 0xFFE0...0xFFEF] {
      pairs.insert(markers)
    }
    var best: (area: Int, written: ByteWriter, start: Int, isWhole: Bool)?
    var position = 0
    while let offset = pairs.firstOffset(in: bytes, from: position) {
      position = offset + 1
      guard let area = FoundJPEG.area(ofPictureAt: offset, in: bytes), area > best?.area ?? 0,
        let rest = bytes.part(offset..<bytes.count)
      else { continue }
      var written = ByteWriter()
      written.write([0xFF, 0xD8])
      written.write(uncopied: rest)
      // The embedded thumbnail is an image, too, and is smaller.
      let file = try ByteSource(viewing: written, filling: \.count).bytes
      let jpeg = JPEGSegments(file)
      guard jpeg.finding == nil else { continue }
      let isWhole = bytes.number(at: offset - 2, size: 2) == 0xFFD8 && jpeg.end == file.count
      best = (area, written, offset, isWhole)
    }
    guard let best else { return nil }
    (written, start, isWhole) = (best.written, best.start, best.isWhole)
  }

  /// The number of samples of the image whose segments begin at a byte; nil if no segments lead to a scan, or if a
  /// table is missing that it uses.
  private static func area(ofPictureAt start: Int, in bytes: Bytes) -> Int? {
    var head = JPEGScanHead()
    var position = start
    while let segment = bytes.part(position..<position + 4), segment[0] == 0xFF,
      let length = segment.number(at: 2, size: 2)
    {
      let end = position + 2 + length
      guard end >= position + 4, let payload = bytes.part(position + 4..<end),
        head.take(segment[1], payload)
      else { return nil }
      if segment[1] == 0xDA { return head.isComplete ? head.area : nil }
      position = end
    }
    return nil
  }
}
