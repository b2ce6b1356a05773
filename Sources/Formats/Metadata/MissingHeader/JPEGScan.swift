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
