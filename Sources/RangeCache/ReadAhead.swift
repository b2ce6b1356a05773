import FieldCoding

/// Which bytes of a far file are asked for when some are missing.
///
/// Few bytes are read at a time, and each request costs a journey. So a look at a new place brings a
/// little more than what is read; whoever reads on gets twice as much each time; and parts that belong together, as
/// a box of known size does, come as a whole.
struct ReadAhead: Sendable {
  /// What a look at a new place brings at least.
  static let first = 16 << 10
  /// The most that comes ahead of those who read on.
  static let most = 4 << 20
  /// The most that comes of a part at once.
  static let mostOfPart = 16 << 20
  /// Ranges with no more than so many bytes in between come together.
  static let gap = 64 << 10

  private var parts = RangeSet<Int>()
  private var ahead = ReadAhead.first
  /// Where the last request ended.
  private var end: Int?

  /// Whoever reads a piece of `part` reads the rest.
  mutating func expect(_ part: Range<Int>) {
    guard part.count > 1 else { return }
    parts.insert(contentsOf: part)
  }

  private func part(at position: Int) -> Range<Int>? {
    let next = parts.ranges.partitioningIndex { $0.upperBound > position }
    guard next < parts.ranges.count, parts.ranges[next].contains(position) else { return nil }
    return parts.ranges[next]
  }

  /// What is asked for when `missing` is, which is within a hole of what is there.
  ///
  /// - Parameter hole: all bytes around `missing` that are not there.
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
      // Who looks at the end of a file looks at more of it.
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
