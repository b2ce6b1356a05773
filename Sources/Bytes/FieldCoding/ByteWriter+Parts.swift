extension ByteWriter {
  /// Parts of the written bytes, each as a separate writer.
  ///
  /// - Parameter ranges: ranges of written bytes, in ascending order and without overlaps.
  public func parts(_ ranges: [Range<Int>]) -> [ByteWriter] {
    var parts: [ByteWriter] = []
    parts.reserveCapacity(ranges.count)
    let segments = segments
    // The segment that has the next byte, and its start.
    var (index, start) = (0, 0)
    for range in ranges {
      var part = ByteWriter()
      while index < segments.count, start < range.upperBound {
        let segment = segments[index]
        let end = start + segment.count
        let wanted = range.clamped(to: start..<end)
        if !wanted.isEmpty {
          part.write(segment, from: wanted.lowerBound - start, count: wanted.count)
        }
        guard end <= range.upperBound else { break }
        (index, start) = (index + 1, end)
      }
      parts.append(part)
    }
    return parts
  }

  private mutating func write(_ segment: Segment, from start: Int, count: Int) {
    switch segment {
    case .new(let bytes): write(bytes[start..<start + count])
    case .copy(let bytes): if let bytes = bytes.part(start..<start + count) { write(bytes) }
    }
  }
}
