import FieldCoding

/// Decides which bytes of a remote file are requested when some are missing.
///
/// Code reads few bytes at a time, and each request takes time. So a read at a new offset fetches a little more;
/// continued reading fetches twice as much each time; and parts that belong together, such as a box of known size, are
/// fetched as a whole.
struct ReadAhead: Sendable {
  /// The least bytes that a read at a new offset fetches.
  static let first = 16 << 10
  /// The most bytes that are fetched ahead of continued reading.
  static let most = 4 << 20
  /// The maximum that is fetched at once for a part.
  static let mostOfPart = 16 << 20
  /// Ranges with at most this distance are fetched together.
  static let gap = 64 << 10

  private var parts = RangeSet<Int>()
  private var ahead = ReadAhead.first
  /// The end of the last request.
  private var end: Int?

  /// Announces that code that reads a piece of `part` will read the rest.
  mutating func expect(_ part: Range<Int>) {
    guard part.count > 1 else { return }
    parts.insert(contentsOf: part)
  }

  private func part(at position: Int) -> Range<Int>? {
    let next = parts.ranges.partitioningIndex { $0.upperBound > position }
    guard next < parts.ranges.count, parts.ranges[next].contains(position) else { return nil }
    return parts.ranges[next]
  }

  /// The range to request for `missing`, which is within a hole of the fetched bytes.
  ///
  /// - Parameter hole: the whole hole around `missing`.
  mutating func request(for missing: Range<Int>, in hole: Range<Int>, count: Int) -> Range<Int> {
    let isReadOn = end.map { (0..<ReadAhead.gap).contains(missing.lowerBound - $0) } ?? false
    ahead = isReadOn ? min(ahead * 2, ReadAhead.most) : ReadAhead.first
    var request = missing.lowerBound..<max(missing.upperBound, missing.lowerBound + ahead)
    if let part = part(at: missing.lowerBound) {
      let start = max(part.lowerBound, hole.lowerBound)
      let whole = start..<min(part.upperBound, start + ReadAhead.mostOfPart)
      if whole.contains(missing.lowerBound) {
        // Readers continue to the end of the part; the next bytes belong to another part.
        request = whole.lowerBound..<max(whole.upperBound, missing.upperBound)
        if request.count < ReadAhead.first {
          request = request.lowerBound..<request.lowerBound + ReadAhead.first
        }
      }
    } else if missing.lowerBound > count - ReadAhead.first {
      // Code that reads the end of a file usually reads more of it.
      request = max(hole.lowerBound, count - ReadAhead.first)..<count
    }
    request = request.clamped(to: hole)
    end = request.upperBound
    return request
  }

  /// The ranges in ascending order, those that are near one another as one.
  static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = joined.last, range.lowerBound - last.upperBound <= gap {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }
}
