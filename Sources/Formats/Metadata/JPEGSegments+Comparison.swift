extension JPEGSegments {
  /// Whether another file has the same image: tables, headers and scans are the same bytes, even if the metadata
  /// differs (ISO/IEC 10918-1 §B.2).
  ///
  /// - Parameter isWhole: whether the bytes after the image also have to be the same.
  package func isSamePicture(as other: JPEGSegments, withTrailer isWhole: Bool = false) -> Bool {
    let isKept: (Segment) -> Bool = { ![0xE1, 0xE2].contains($0.marker) }
    let (mine, others) = (segments.filter(isKept), other.segments.filter(isKept))
    guard mine.count == others.count, let scan = mine.last, let otherScan = others.last,
      zip(mine, others).allSatisfy({ $0.marker == $1.marker && $0.payload == $1.payload }),
      let end = isWhole ? bytes.count : end, let data = bytes.part(scan.offset..<end)
    else { return false }
    // The marker that ends the image is in the data.
    let otherEnd = isWhole ? other.bytes.count : otherScan.offset + data.count
    return data == other.bytes.part(otherScan.offset..<otherEnd)
  }
}
