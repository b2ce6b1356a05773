import FieldCoding

extension Box {
  /// An `mdat` box of bytes from elsewhere, one part after the other. They are copied when the box is written, and
  /// never held in memory.
  package init(mediaData parts: [Bytes]) {
    var payload = SplicedBoxPayload()
    payload.pieces = parts.map { SplicedBoxPayload.Piece(bytes: $0) }
    self.init(type: "mdat", payload)
  }
}

/// Finds bytes by the offsets in tables: in the file that was read, or after its end in the data that an edit added.
package struct MediaLookup {
  private var parts: [(start: Int, bytes: Bytes)]

  package init(_ file: BoxFile) {
    parts = [(0, file.bytes)]
    var start = file.bytes.source.count
    for bytes in file.added {
      parts.append((start, bytes))
      start += bytes.count
    }
  }

  /// Nil if the bytes do not exist, or are not contiguous.
  package subscript(range: Range<Int>) -> Bytes? {
    let next = parts.partitioningIndex { $0.start > range.lowerBound }
    guard next > 0 else { return nil }
    let (start, bytes) = parts[next - 1]
    return bytes.part(range.lowerBound - start..<range.upperBound - start)
  }
}
