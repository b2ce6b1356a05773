extension JPEGSegments {
  /// The longest sequence of segments that leads to the header of a scan at `scan`, if the bytes before are not those of a
  /// image.
  package static func segments(in bytes: Bytes, before scan: Int) -> [Segment] {
    var pairs = BytePairs()
    // Frames, tables, restart intervals, APPn.
    for markers: ClosedRange<UInt16> in [
      0xFFC0...0xFFC1, 0xFFC4...0xFFC4, 0xFFDB...0xFFDB, 0xFFDD...0xFFDD, 0xFFE0...0xFFEF,
    ] {
      pairs.insert(markers)
    }
    var position = 0
    while let offset = pairs.firstOffset(in: bytes, from: position), offset < scan {
      position = offset + 1
      var segments: [Segment] = []
      var next = offset
      while next < scan, let marker = bytes.number(at: next, size: 2),
        pairs.contains(UInt16(marker)) || marker == 0xFFFE,
        let length = bytes.number(at: next + 2, size: 2), length >= 2,
        let payload = bytes.part(next + 4..<next + 2 + length)
      {
        segments.append(
          Segment(
            marker: UInt8(marker & 0xFF), offset: next, size: 2 + length, payload: payload))
        next += 2 + length
      }
      if next == scan { return segments }
    }
    return []
  }
}
