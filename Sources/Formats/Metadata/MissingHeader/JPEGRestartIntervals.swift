/// The intervals of a scan with restart markers, some of which are lost (ITU-T T.81 §E.1.4, §E.2.4).
///
/// The markers count from 0 to 7, again and again. So a gap shows how many are missing, but for multiples of 8: then
/// the number of intervals of the image decides.
package struct JPEGRestartIntervals {
  /// The data of each interval; nil if it is lost.
  package private(set) var intervals: [Range<Int>?] = []
  /// Whether intervals are lost without a known index: a multiple of 8.
  package private(set) var isShort = false
  /// The position after the end (EOI); nil if it is not there.
  package private(set) var end: Int?
  private let data: [UInt8]

  /// Data between two markers.
  private struct Found {
    var data: Range<Int>
    /// The number of the marker after it; the end (EOI) has the one that another marker would have.
    var marker: Int?
    /// Whether no interval of an image has such data.
    var isDamaged = false
    /// The number of lost intervals: it reaches from the start of the first of them into the one that it ends.
    var lost = 0
  }

  /// - Parameters:
  ///   - data: a whole file with one scan.
  ///   - start: the position after the header of the scan.
  ///   - count: the number of intervals of the image; more than the file has bytes do not count.
  ///   - damaged: the number of an interval that cannot be decoded.
  package init(of data: [UInt8], from start: Int, count: Int, damaged: Int? = nil) {
    self.data = data
    // A header can claim any number; each interval that is there has at least the two bytes of its marker.
    let count = min(count, data.count)
    var (found, hasEnd) = JPEGRestartIntervals.found(in: data, from: start, count: count)
    end = hasEnd ? found.last.map { $0.data.upperBound + 2 } : nil
    if let damaged, found.indices.contains(damaged) { found[damaged].isDamaged = true }
    // The order counts from the start, and from the end.
    var first = 0
    while first < found.count, !found[first].isDamaged, found[first].marker == first & 7 {
      first += 1
    }
    var last = found.count
    var number = count
    if hasEnd {
      while last > first, number > first, !found[last - 1].isDamaged,
        found[last - 1].marker == (number - 1) & 7
      {
        (last, number) = (last - 1, number - 1)
      }
      // The first of them starts before what is lost.
      if number > first, last < found.count { (last, number) = (last + 1, number + 1) }
    }
    isShort = hasEnd && first == found.count && number > first
    JPEGRestartIntervals.count(&found[first..<last], from: first, to: hasEnd ? number : nil)
    for interval in found {
      // The offset at which one interval changes into another is not known.
      let isWhole = interval.lost == 0 && !interval.isDamaged
      intervals += [Range<Int>?](repeating: nil, count: interval.lost)
      intervals.append(isWhole ? interval.data : nil)
    }
    intervals = Array(intervals.prefix(count))
    intervals += [Range<Int>?](repeating: nil, count: count - intervals.count)
  }

  /// Finds how many intervals are lost in each part of the data between those whose index is known.
  ///
  /// - Parameters:
  ///   - first: the number of the first interval.
  ///   - end: the number of the first one behind; nil if it is not known.
  private static func count(_ found: inout ArraySlice<Found>, from first: Int, to end: Int?) {
    var next = first
    for index in found.indices {
      found[index].lost = found[index].marker.map { ($0 - next) & 7 } ?? 0
      next += found[index].lost + 1
    }
    guard let end, next != end else { return }
    let longest = found.indices.filter { found[$0].lost > 0 || found[$0].isDamaged }
      .max { found[$0].data.count < found[$1].data.count }
    if next < end, let longest {
      found[longest].lost += end - next
      return
    }
    // Some of the markers are none: nothing is known of their order.
    for index in found.indices { (found[index].lost, found[index].isDamaged) = (0, true) }
    let excess = found.count - max(end - first, 0)
    if excess > 0 {
      found.removeFirst(excess)
    } else if let index = found.indices.first {
      found[index].lost = -excess
    }
  }

  /// Finds the data between markers, and says whether the end (EOI) was found.
  private static func found(
    in data: [UInt8], from start: Int, count: Int
  ) -> ([Found], hasEnd: Bool) {
    var found: [Found] = []
    var next = Found(data: start..<start)
    var position = start
    func end(_ marker: Int?) {
      next.data = next.data.lowerBound..<position
      next.marker = marker
      if data.hole(in: next.data) != nil { next.isDamaged = true }
      found.append(next)
      next = Found(data: position + 2..<position + 2)
    }
    while position + 1 < data.count {
      guard data[position] == 0xFF else {
        position += 1
        continue
      }
      switch data[position + 1] {
      case let marker where marker & 0xF8 == 0xD0:
        end(Int(marker & 7))
        position += 1
      case 0xD9 where found.last?.marker == (count - 2) & 7 || position + 2 == data.count:
        end((count - 1) & 7)
        return (found, true)
      case 0, 0xFF: break
      default: next.isDamaged = true
      }
      position += 1
    }
    position = data.count
    end(nil)
    return (found, false)
  }

  /// The file with all intervals in their order; those that are lost are empty.
  package func joined(from start: Int) -> [UInt8] {
    var joined = Array(data[..<start])
    for (number, interval) in intervals.enumerated() {
      if number > 0 { joined += [0xFF, 0xD0 | UInt8((number - 1) & 7)] }
      if let interval { joined += data[interval] }
    }
    return joined + [0xFF, 0xD9]
  }
}

extension [UInt8] {
  /// The offset of the first run of zeros that is longer than in any image: a block that was not written, or not read.
  package func hole(in range: Range<Int>) -> Int? {
    let length = 512
    var position = range.lowerBound + length - 1
    while position < range.upperBound {
      // The last byte that is not zero, of those that would be in the hole.
      let start = position - length + 1
      guard let other = self[start...position].lastIndex(where: { $0 != 0 }) else { return start }
      position = other + length
    }
    return nil
  }

  /// The first marker in the data of a scan, except for its end, if there are no restart markers.
  package func marker(from start: Int) -> Int? {
    var position = start
    while let offset = self[Swift.min(position, count)...].firstIndex(of: 0xFF), offset + 1 < count
    {
      switch self[offset + 1] {
      // A stuffed byte, a fill byte.
      case 0, 0xFF: position = offset + 1
      case 0xD9: return nil
      default: return offset
      }
    }
    return nil
  }
}
