/// The scan of a sequential JPEG image with all components: how its data is divided, and the data of grey.
package struct JPEGScan {
  /// The number of MCUs (ISO/IEC 10918-1 §A.2).
  package let unitCount: Int
  /// The MCUs between restart markers; 0 if there are none.
  package private(set) var restartInterval = 0
  /// For each block of an MCU: the class and number of its tables of DC and AC coefficients.
  private var blocks: [(dc: UInt8, ac: UInt8)] = []
  /// Huffman tables by their class and number: the code of each value, and its length.
  private var tables: [UInt8: [UInt8: (code: UInt32, length: Int)]] = [:]

  /// Nil for an image with several scans, without a size, or with tables that are missing.
  package init?(_ jpeg: JPEGSegments) {
    guard jpeg.finding == nil, !jpeg.hasSeveralScans, let scan = jpeg.segments.last?.payload,
      let frame = jpeg.segments.first(where: { [0xC0, 0xC1].contains($0.marker) })?.payload,
      let size = jpeg.frameSize, size.width > 0, size.height > 0, let count = jpeg.componentCount,
      frame.count >= 6 + 3 * count, scan.count >= 1 + 2 * count
    else { return nil }
    var factors: [(horizontal: Int, vertical: Int)] = []
    for index in 0..<count {
      let sampling = frame[7 + 3 * index]
      let factor = (horizontal: Int(sampling >> 4), vertical: Int(sampling & 15))
      guard (1...4).contains(factor.horizontal), (1...4).contains(factor.vertical) else {
        return nil
      }
      factors.append(factor)
      let selected = scan[2 + 2 * index]
      // A scan of one component has single blocks (§A.2.2).
      let blockCount = count == 1 ? 1 : factor.horizontal * factor.vertical
      for _ in 0..<blockCount { blocks.append((selected >> 4, 0x10 | selected & 15)) }
    }
    let wide = 8 * (count == 1 ? 1 : factors.map(\.horizontal).max() ?? 1)
    let high = 8 * (count == 1 ? 1 : factors.map(\.vertical).max() ?? 1)
    unitCount = (size.width + wide - 1) / wide * ((size.height + high - 1) / high)
    for segment in jpeg.segments {
      switch segment.marker {
      case 0xC4: addTables(segment.payload)
      case 0xDD: restartInterval = segment.payload.number(at: 0, size: 2) ?? 0
      default: break
      }
    }
    guard blocks.allSatisfy({ tables[$0.dc]?[0] != nil && tables[$0.ac]?[0] != nil }) else {
      return nil
    }
  }

  /// Codes are numbers in ascending order, and get longer (§C.2).
  private mutating func addTables(_ payload: Bytes) {
    var rest = payload
    while let kind = rest.first, let counts = rest.part(1..<17) {
      var table: [UInt8: (code: UInt32, length: Int)] = [:]
      var (code, position) = (UInt32(0), 17)
      for (index, count) in counts.enumerated() {
        for _ in 0..<count where position < rest.count {
          table[rest[position]] = (code, index + 1)
          code += 1
          position += 1
        }
        code <<= 1
      }
      tables[kind] = table
      guard let next = rest.part(position..<rest.count) else { return }
      rest = next
    }
  }

  /// The number of intervals between restart markers.
  package var intervalCount: Int {
    restartInterval == 0 ? 1 : (unitCount + restartInterval - 1) / restartInterval
  }

  /// The data of MCUs whose coefficients are all 0 (§F.1.2).
  package func gray(units: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var (bits, count) = (UInt64(0), 0)
    func flush() {
      while count >= 8 {
        count -= 8
        let byte = UInt8(truncatingIfNeeded: bits >> UInt64(count))
        bytes.append(byte)
        if byte == 0xFF { bytes.append(0) }
      }
    }
    for _ in 0..<units {
      for block in blocks {
        // A difference of 0, and the end of the block.
        for table in [block.dc, block.ac] {
          guard let value = tables[table]?[0] else { continue }
          bits = bits << UInt64(value.length) | UInt64(value.code)
          count += value.length
          flush()
        }
      }
    }
    // Bits that are 1 fill the last byte.
    let padding = (8 - count % 8) % 8
    bits = bits << UInt64(padding) | (1 << UInt64(padding) - 1)
    count += padding
    flush()
    return bytes
  }

  /// The number of MCUs in an interval.
  package func units(ofInterval number: Int) -> Int {
    restartInterval == 0 ? unitCount : min(restartInterval, unitCount - number * restartInterval)
  }
}

/// What the segments before a scan define, and what the scan uses (ITU-T T.81 §B.2).
struct JPEGScanHead {
  private(set) var area = 0
  private var quantization: Set<UInt8> = []
  private var huffman: Set<UInt8> = []
  private var usedQuantization: Set<UInt8> = []
  private var usedHuffman: Set<UInt8> = []
  private var count = 0

  /// Real images have fewer segments before their first scan.
  private static let mostSegments = 256

  var isComplete: Bool {
    area > 0 && usedQuantization.isSubset(of: quantization) && usedHuffman.isSubset(of: huffman)
  }

  /// - Returns: false if no image has such a segment before its first scan.
  mutating func take(_ marker: UInt8, _ payload: Bytes) -> Bool {
    count += 1
    guard count < JPEGScanHead.mostSegments else { return false }
    switch marker {
    case 0xC0...0xC2:
      guard area == 0, payload.count >= 9, payload.count == 6 + 3 * Int(payload[5]),
        let height = payload.number(at: 1, size: 2), let width = payload.number(at: 3, size: 2)
      else { return false }
      area = width * height
      usedQuantization = Set(stride(from: 8, to: payload.count, by: 3).map { payload[$0] })
    case 0xC4:
      return JPEGScanHead.takeTables(payload) { table in
        guard table.count >= 17 else { return nil }
        huffman.insert(table[0])
        return 17 + table.dropFirst().prefix(16).reduce(0) { $0 + Int($1) }
      }
    case 0xDB:
      return JPEGScanHead.takeTables(payload) { table in
        quantization.insert(table[0] & 15)
        return table[0] >> 4 == 0 ? 65 : 129
      }
    case 0xDA:
      guard payload.count >= 4, payload.count == 4 + 2 * Int(payload[0]) else { return false }
      // The first scan of a progressive image has no coefficients but the first of each block.
      let isFirst = payload[payload.count - 2] == 0
      for index in stride(from: 2, to: payload.count - 3, by: 2) {
        usedHuffman.insert(payload[index] >> 4)
        if !isFirst { usedHuffman.insert(0x10 | payload[index] & 15) }
      }
    case 0xDD, 0xE0...0xEF, 0xFE: break
    default: return false
    }
    return true
  }

  /// - Parameter size: takes a table, and returns the number of its bytes.
  private static func takeTables(_ payload: Bytes, _ size: (Bytes) -> Int?) -> Bool {
    var rest = payload
    while !rest.isEmpty {
      guard let count = size(rest), count <= rest.count, let next = rest.part(count..<rest.count)
      else { return false }
      rest = next
    }
    return true
  }
}

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
