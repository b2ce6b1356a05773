import FieldCoding

/// Reads the Huffman codes of all scans of a JPEG image, without its samples (ITU-T T.81 §F.2, §G.2).
///
/// A scan has a code for each of its blocks, and no more data than that. Bytes that are not those of the encoder, such as
/// zeros, are other codes: mostly they are none, or they make more or fewer blocks.
struct JPEGScanWalk {
  private struct Component {
    var id: UInt8
    var horizontal: Int
    var vertical: Int
    /// The blocks of a scan that has only this component (§A.2.2).
    var columns = 0
    var rows = 0
    /// Which coefficients of each block are not 0, for later scans of a progressive image.
    var nonzero: [UInt64] = []
  }

  /// The parameters of a scan (§B.2.3).
  private struct Scan {
    /// For each block of an MCU: its component, and its tables of DC and AC coefficients.
    var blocks: [(component: Int, dc: JPEGHuffmanTable?, ac: JPEGHuffmanTable?)] = []
    var unitCount = 0
    var band: ClosedRange<Int> = 0...63
    var isRefinement = false
  }

  private enum Failure: Error {
    /// No code starts with the bits, or a block has too many coefficients.
    case noCode
    /// The data ends.
    case end
  }

  private let bytes: Bytes
  private let isProgressive: Bool
  private let height: Int
  private var components: [Component]
  private let unitCount: Int
  private var restartInterval = 0
  /// By the class and number of the table.
  private var tables: [UInt8: JPEGHuffmanTable] = [:]
  private var bits = EntropyCodedBits()
  /// Blocks of AC coefficients that may still be read in a progressive image, where a code ends thousands of them, and
  /// a few bytes begin a scan. Other scans have at least a bit for each block.
  private var budget: Int
  /// The most blocks of a component whose coefficients are kept.
  private let mostKept: Int

  /// Nil for an image that is not coded by Huffman codes, or has no size.
  init?(_ jpeg: JPEGSegments) {
    guard jpeg.finding == nil, let size = jpeg.frameSize, size.width > 0, size.height > 0,
      let frame = jpeg.segments.first(where: { (0xC0...0xC2).contains($0.marker) }),
      let count = jpeg.componentCount, (1...4).contains(count),
      frame.payload.count >= 6 + 3 * count
    else { return nil }
    func ceiling(_ a: Int, _ b: Int) -> Int { (a + b - 1) / b }
    var components = (0..<count).map { index -> Component in
      let factors = frame.payload[7 + 3 * index]
      return Component(
        id: frame.payload[6 + 3 * index], horizontal: Int(factors >> 4), vertical: Int(factors & 15)
      )
    }
    let most = (
      horizontal: components.map(\.horizontal).max() ?? 1,
      vertical: components.map(\.vertical).max() ?? 1
    )
    for (index, part) in components.enumerated() {
      guard (1...4).contains(part.horizontal), (1...4).contains(part.vertical) else { return nil }
      let width = ceiling(size.width * part.horizontal, most.horizontal)
      let height = ceiling(size.height * part.vertical, most.vertical)
      (components[index].columns, components[index].rows) = (ceiling(width, 8), ceiling(height, 8))
    }
    bytes = jpeg.bytes
    isProgressive = frame.marker == 0xC2
    height = size.height
    unitCount =
      ceiling(size.width, 8 * most.horizontal) * ceiling(size.height, 8 * most.vertical)
    self.components = components
    budget = bytes.count.multipliedReportingOverflow(by: 64).partialValue
    mostKept = min(1 << 24, budget / 8)
    // Later tables replace these.
    if jpeg.hasNoHuffmanTables { readTables(Bytes(JPEGSegments.usualTables)) }
  }

  /// Reads a segment before a scan.
  mutating func read(_ marker: UInt8, _ payload: Bytes) {
    switch marker {
    case 0xC4: readTables(payload)
    case 0xDD: restartInterval = payload.number(at: 0, size: 2) ?? 0
    default: break
    }
  }

  private mutating func readTables(_ payload: Bytes) {
    var rest = Array(payload)[...]
    while let kind = rest.popFirst(), rest.count >= 16 {
      let counts = rest.prefix(16)
      let total = counts.reduce(0) { $0 + Int($1) }
      rest = rest.dropFirst(16)
      tables[kind] = JPEGHuffmanTable(counts: counts, values: rest.prefix(total))
      rest = rest.dropFirst(total)
    }
  }

  // MARK: Scans

  /// Reads the scan that a header begins, from `start` on. Nil if all of it is there, or if it cannot be read here.
  mutating func problem(ofScan header: Bytes, from start: Int) -> JPEGSegments.ScanProblem? {
    guard let scan = scan(header) else { return nil }
    if isProgressive, scan.band.upperBound > 0 {
      guard scan.unitCount <= budget else { return nil }
      budget -= scan.unitCount
    }
    bits = EntropyCodedBits(bytes, at: start)
    var endOfBand = 0
    var unit = 0
    do throws(Failure) {
      while unit < scan.unitCount {
        if restartInterval > 0, unit > 0, unit % restartInterval == 0 {
          guard bits.restart(UInt8((unit / restartInterval - 1) % 8)) else { throw .end }
          endOfBand = 0
        }
        try read(unit, of: scan, &endOfBand)
        unit += 1
      }
      if bits.passPadding(), !hasImpossibleZeros(start..<bits.position, of: scan) { return nil }
    } catch {}
    return JPEGSegments.ScanProblem(
      offset: bytes.fileOffset + bits.position, data: start..<min(bits.position, bytes.count),
      row: height * unit / scan.unitCount, hasAllBlocks: unit == scan.unitCount)
  }

  /// Whether the data has a long run of zeros that are no flat part of the image: zeros can be as many blocks as the
  /// lost bytes were.
  private func hasImpossibleZeros(_ data: Range<Int>, of scan: Scan) -> Bool {
    // A later scan has bits without codes.
    guard !scan.isRefinement else { return false }
    let isFlat = scan.blocks.allSatisfy { block in
      (scan.band.lowerBound > 0 || block.dc?.code(0).value == 0)
        && (scan.band.upperBound == 0 || block.ac.map { $0.code(0).value & 15 == 0 } ?? true)
    }
    return !isFlat && bytes.part(data)?.firstRun(ofAtLeast: 64) != nil
  }

  /// Nil if the scan lacks a component or a table.
  private mutating func scan(_ header: Bytes) -> Scan? {
    guard let count = header.first.map(Int.init), (1...4).contains(count),
      header.count >= 4 + 2 * count
    else { return nil }
    var scan = Scan()
    let start = Int(header[1 + 2 * count])
    scan.band = start...max(start, min(63, Int(header[2 + 2 * count])))
    scan.isRefinement = isProgressive && header[3 + 2 * count] >> 4 > 0
    if !isProgressive { scan.band = 0...63 }
    guard scan.band.upperBound < 64, scan.band.lowerBound == 0 || count == 1 else { return nil }
    for index in 0..<count {
      let selected = header[2 + 2 * index]
      guard let component = components.firstIndex(where: { $0.id == header[1 + 2 * index] })
      else { return nil }
      let (dc, ac) = (tables[selected >> 4], tables[0x10 | selected & 15])
      if scan.band.lowerBound == 0, !scan.isRefinement, dc == nil { return nil }
      if scan.band.upperBound > 0, ac == nil { return nil }
      let part = components[component]
      let blockCount = count == 1 ? 1 : part.horizontal * part.vertical
      for _ in 0..<blockCount { scan.blocks.append((component, dc, ac)) }
      scan.unitCount = count == 1 ? part.columns * part.rows : unitCount
      if isProgressive, scan.band.upperBound > 0, part.nonzero.isEmpty {
        guard part.columns * part.rows <= mostKept else { return nil }
        components[component].nonzero = Array(repeating: 0, count: part.columns * part.rows)
      }
    }
    return scan
  }

  private mutating func read(
    _ unit: Int, of scan: Scan, _ endOfBand: inout Int
  ) throws(Failure) {
    for block in scan.blocks {
      if !isProgressive {
        try skipDifference(block.dc)
        try readBand(1...63, block.ac)
      } else if scan.band.lowerBound == 0 {
        if scan.isRefinement { _ = try bits.read(1) } else { try skipDifference(block.dc) }
      } else if scan.isRefinement {
        components[block.component].nonzero[unit] |= try refine(
          components[block.component].nonzero[unit], scan.band, block.ac, &endOfBand)
      } else if endOfBand > 0 {
        endOfBand -= 1
      } else {
        components[block.component].nonzero[unit] |=
          try readProgressiveBand(scan.band, block.ac, &endOfBand)
      }
    }
  }

  /// The difference of a DC coefficient (§F.2.2.1).
  private mutating func skipDifference(_ table: JPEGHuffmanTable?) throws(Failure) {
    let size = try bits.code(table)
    guard size <= 16 else { throw .noCode }
    try bits.skip(size)
  }

  /// The AC coefficients of a block (§F.2.2.2).
  private mutating func readBand(
    _ band: ClosedRange<Int>, _ table: JPEGHuffmanTable?
  ) throws(Failure) {
    var index = band.lowerBound
    while index < 64 {
      let code = try bits.code(table)
      let (run, size) = (code >> 4, code & 15)
      if size == 0 {
        guard run == 15 else {
          if run == 0 { return }
          throw .noCode
        }
        index += 16
        continue
      }
      index += run + 1
      guard index <= 64 else { throw .noCode }
      try bits.skip(size)
    }
    guard index == 64 else { throw .noCode }
  }

  /// The first scan of a band of coefficients of a progressive image (§G.1.2.2).
  private mutating func readProgressiveBand(
    _ band: ClosedRange<Int>, _ table: JPEGHuffmanTable?, _ endOfBand: inout Int
  ) throws(Failure) -> UInt64 {
    var nonzero: UInt64 = 0
    var index = band.lowerBound
    while index <= band.upperBound {
      let code = try bits.code(table)
      let (run, size) = (code >> 4, code & 15)
      if size == 0 {
        if run < 15 {
          endOfBand = 1 << run - 1 + (try bits.read(run))
          return nonzero
        }
        index += 16
        continue
      }
      index += run
      guard index <= band.upperBound else { throw .noCode }
      nonzero |= 1 << UInt64(index)
      try bits.skip(size)
      index += 1
    }
    guard index <= band.upperBound + 1 else { throw .noCode }
    return nonzero
  }

  /// A later scan of a band: a bit for each coefficient that is not 0, and the new ones between them (§G.1.2.3).
  private mutating func refine(
    _ before: UInt64, _ band: ClosedRange<Int>, _ table: JPEGHuffmanTable?,
    _ endOfBand: inout Int
  ) throws(Failure) -> UInt64 {
    var index = band.lowerBound
    var nonzero: UInt64 = 0
    while endOfBand == 0, index <= band.upperBound {
      let code = try bits.code(table)
      let (size, run) = (code & 15, code >> 4)
      guard size < 2 else { throw .noCode }
      if size == 0, run < 15 {
        endOfBand = 1 << run + (try bits.read(run))
        break
      }
      try bits.skip(size)
      var zeros = run
      while index <= band.upperBound {
        if before >> UInt64(index) & 1 == 1 {
          try bits.skip(1)
        } else if zeros == 0 {
          break
        } else {
          zeros -= 1
        }
        index += 1
      }
      if size == 1 {
        guard index <= band.upperBound else { throw .noCode }
        nonzero |= 1 << UInt64(index)
      }
      index += 1
    }
    guard endOfBand > 0 else { return nonzero }
    endOfBand -= 1
    while index <= band.upperBound {
      if before >> UInt64(index) & 1 == 1 { try bits.skip(1) }
      index += 1
    }
    return nonzero
  }

  /// The bits of a scan, without the zeros that follow FF. They end at a marker (§F.2.2.5).
  private struct EntropyCodedBits {
    private let bytes: Bytes
    /// The next byte that is read.
    private var next: Int
    private var word: UInt64 = 0
    private var count = 0

    init(_ bytes: Bytes = Bytes(), at start: Int = 0) { (self.bytes, next) = (bytes, start) }

    /// The byte after the last one of which a bit was used.
    var position: Int { max(0, next - count / 8) }

    private mutating func fill() {
      while count <= 56, next < bytes.count {
        let byte = bytes[next]
        if byte == 0xFF {
          guard next + 1 < bytes.count, bytes[next + 1] == 0 else { return }
          next += 1
        }
        next += 1
        word |= UInt64(byte) << UInt64(56 - count)
        count += 8
      }
    }

    mutating func code(_ table: JPEGHuffmanTable?) throws(Failure) -> Int {
      if count < 16 { fill() }
      guard let table, case (let length, let value) = table.code(UInt16(word >> 48)), length > 0
      else {
        throw count < 16 ? .end : .noCode
      }
      try skip(length)
      return value
    }

    mutating func read(_ size: Int) throws(Failure) -> Int {
      if count < size { fill() }
      let value = size == 0 ? 0 : Int(word >> UInt64(64 - size))
      try skip(size)
      return value
    }

    mutating func skip(_ size: Int) throws(Failure) {
      if count < size { fill() }
      guard size <= count else { throw .end }
      word <<= UInt64(size)
      count -= size
    }

    /// Skips the bits that fill the last byte. Few encoders write more than those. False if more follow.
    mutating func passPadding() -> Bool {
      var position = position
      let end = min(bytes.count, position + 64)
      while position < end {
        if bytes[position] == 0xFF, position + 1 < bytes.count, bytes[position + 1] != 0 {
          next = position
          (word, count) = (0, 0)
          return true
        }
        position += 1
      }
      // Without EOI, nothing follows.
      return position == bytes.count
    }

    /// Skips a restart marker. False if there is another one, or none.
    mutating func restart(_ number: UInt8) -> Bool {
      guard passPadding() else { return false }
      while next + 1 < bytes.count, bytes[next] == 0xFF, bytes[next + 1] == 0xFF { next += 1 }
      guard next + 1 < bytes.count, bytes[next + 1] == 0xD0 + number else { return false }
      next += 2
      return true
    }
  }
}

extension JPEGSegments {
  /// What is wrong with the data of a scan.
  public struct ScanProblem: Sendable {
    /// The offset in the file up to which there are codes.
    public var offset: Int
    /// The data up to there, counted from the first byte of the image.
    public var data: Range<Int>
    /// The row of the image, from 0, up to which there are blocks.
    public var row: Int
    /// Whether more data follows all of the blocks.
    public var hasAllBlocks: Bool
  }

  /// The first scan whose data is not as many blocks as the image has; nil if there is none, or if the image has no
  /// Huffman codes.
  ///
  /// It reads every byte of the scans.
  public var scanProblem: ScanProblem? {
    guard var walk = JPEGScanWalk(self) else { return nil }
    for segment in segments.dropLast() { walk.read(segment.marker, segment.payload) }
    guard let first = segments.last else { return nil }
    var problem = walk.problem(ofScan: first.payload, from: first.offset + first.size)
    _ = walkScans { marker, range in
      guard problem == nil, range.count >= 4,
        let part = bytes.part(range.lowerBound + 4..<range.upperBound)
      else { return }
      if marker == 0xDA {
        problem = walk.problem(ofScan: part, from: range.upperBound)
      } else {
        walk.read(marker, part)
      }
    }
    return problem
  }
}
