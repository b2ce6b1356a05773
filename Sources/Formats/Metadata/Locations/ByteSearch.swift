/// Finds any of several patterns in bytes.
package struct ByteSearch: Sendable {
  /// The patterns by their first byte.
  private var patterns: [[[UInt8]]] = Array(repeating: [], count: 256)
  private var longest = 1
  /// The bytes before a number in which its name may be.
  private static let longestName = 64
  private let findsCoordinates: Bool

  /// - Parameter findsCoordinates: whether coordinates as of ISO 6709, and degrees with a name, are found, too.
  package init(_ patterns: some Sequence<[UInt8]>, findsCoordinates: Bool) {
    self.findsCoordinates = findsCoordinates
    for pattern in patterns {
      guard let first = pattern.first else { continue }
      self.patterns[Int(first)].append(pattern)
      longest = max(longest, pattern.count)
    }
    // The longest coordinates: signs, points, and more decimals than anyone writes.
    if findsCoordinates { longest = max(longest, 64) }
  }

  package func isFound(in bytes: Bytes) -> Bool { first(in: bytes) != nil }

  /// The first offset of any pattern. Of a big file, little is in memory at a time.
  package func first(in bytes: Bytes) -> Int? {
    let step = 1 << 20
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + step + longest - 1)
      let before = findsCoordinates ? min(start, ByteSearch.longestName) : 0
      guard let part = bytes.part(start - before..<end) else { return nil }
      // No pattern consists only of zeros.
      defer { start += step }
      if part.isZero { continue }
      if let found = first(in: Array(part), from: before, startingBefore: before + step) {
        return start - before + found
      }
    }
    return nil
  }

  func first(in bytes: [UInt8], from start: Int = 0, startingBefore limit: Int) -> Int? {
    for position in start..<min(limit, bytes.count) {
      let byte = bytes[position]
      for pattern in patterns[Int(byte)]
      where position + pattern.count <= bytes.count
        && bytes[position..<position + pattern.count].elementsEqual(pattern)
      {
        return position
      }
      if findsCoordinates, byte == 0x2B || byte == 0x2D,
        LocationText.iso6709Range(in: bytes, at: position) != nil
      {
        return position
      }
      if findsCoordinates, byte &- 0x30 < 10, LocationText.isNamedAngle(in: bytes, at: position) {
        return position
      }
    }
    return nil
  }
}
