import Files
import HEIF
import ISOBMFF
import WorkerProtocol

/// The offsets of the samples of an uncompressed image, in the order of its interleave type (ISO/IEC 23001-17
/// §5.2.1.6).
struct UncompressedLayout {
  /// Samples that follow each other in one row of a tile.
  struct Line {
    var byteCount: Int
    /// The samples of each component, from left to right.
    var positions: [[SamplePosition]]
  }

  /// Rows of a tile, with the same lines in each.
  struct Part {
    var lines: [Line]
    var rowCount: Int
    var rowBytes: Int { lines.reduce(0) { $0 + $1.byteCount } }
  }

  private let format: UncompressedFormat
  private(set) var parts: [Part] = []
  /// The start of each part: in a tile, or among the same parts of all tiles.
  private var starts: [Int] = []
  /// The distance to the same part of the next tile.
  private var strides: [Int] = []
  /// The bytes of the image, up to the last sample.
  private(set) var byteCount = 0
  /// The same with what fills up the last tile.
  private(set) var capacity = 0

  /// The memory that the positions of a row take, while they are made.
  static func memory(_ format: UncompressedFormat) -> Int {
    format.tileSize.width * format.components.count * MemoryLayout<SamplePosition>.stride * 3
  }

  init(_ format: UncompressedFormat) throws(CodecError) {
    self.format = format
    let size = format.tileSize
    let indices = Array(format.components.indices)
    switch format.interleave {
    case .component, .tileComponent:
      for index in indices { try add([[index]]) }
    case .mixed:
      // Both chroma components follow each other sample by sample, where the first of them would be.
      let chroma = indices.filter { format.components[$0].isChroma }
      for index in indices where !chroma.dropFirst().contains(index) {
        try add([chroma.first == index ? chroma : [index]])
      }
    case .row: try add(indices.map { [$0] })
    case .pixel: try add([indices])
    case .multiY:
      let line = try line(indices, repeats: size.width / format.sampling.factors.horizontal)
      parts.append(Part(lines: [line], rowCount: size.height))
    }
    try setStarts()
  }

  /// The start of a part of a tile.
  func start(ofPart part: Int, tile: Int) -> Int { starts[part] + strides[part] * tile }

  private mutating func add(_ lines: [[Int]]) throws(CodecError) {
    let first = format.components[lines[0][0]]
    let (horizontal, vertical) = first.isChroma ? format.sampling.factors : (1, 1)
    var part = Part(lines: [], rowCount: format.tileSize.height / vertical)
    for indices in lines {
      // If chroma has separate rows, their alignment is smaller by the same factor as the rows are.
      let isAlone = format.interleave == .component
      part.lines.append(
        try line(
          indices, repeats: format.tileSize.width / horizontal,
          alignedBy: isAlone ? horizontal : 1))
    }
    parts.append(part)
  }

  private func line(
    _ indices: [Int], repeats: Int, alignedBy share: Int = 1
  ) throws(CodecError) -> Line {
    var packing = UncompressedPacking(format.configuration)
    for _ in 0..<repeats {
      for index in indices { try packing.add(format.components[index]) }
      try packing.endPixel()
    }
    let byteCount = packing.end(alignment: Int(format.configuration.rowAlignSize) / share)
    var positions = [[SamplePosition]](repeating: [], count: format.components.count)
    for (number, position) in packing.positions.enumerated() {
      positions[indices[number % indices.count]].append(position)
    }
    return Line(byteCount: byteCount, positions: positions)
  }

  private mutating func setStarts() throws(CodecError) {
    // No file has more; the limit avoids overflow in the following calculations.
    guard parts.allSatisfy({ $0.rowBytes <= 1 << 40 }) else { throw UncompressedLayout.excess }
    let alignment = Int(format.configuration.tileAlignSize)
    let isTileComponent = format.interleave == .tileComponent
    let sizes = parts.map { $0.rowBytes * $0.rowCount }
    let tileCount = format.tileColumns * format.tileRows
    let tileBytes = aligned(sizes.reduce(0, +), to: alignment)
    for size in sizes {
      starts.append(capacity)
      strides.append(isTileComponent ? aligned(size, to: alignment) : tileBytes)
      let (bytes, overflow) = (strides.last ?? 0).multipliedReportingOverflow(by: tileCount)
      guard !overflow, bytes < 1 << 56 else { throw UncompressedLayout.excess }
      capacity += isTileComponent ? bytes : size
    }
    byteCount = (starts.last ?? 0) + (strides.last ?? 0) * (tileCount - 1) + (sizes.last ?? 0)
    if !isTileComponent { capacity = tileBytes * tileCount }
  }

  private static var excess: CodecError { CodecError("has more bytes than a file can have") }
}

/// The position of a sample in a row. A row has as many positions as samples.
struct SamplePosition {
  /// The first of its bytes, counted from the start of the row.
  private let start: Int
  /// The number of its bytes, at most eight.
  private let byteCount: UInt8
  /// The bits of these bytes that are below the sample.
  private let shift: UInt8
  /// The bits of the sample.
  private let bitDepth: UInt8
  private let isLittleEndian: Bool

  init(start: Int, byteCount: Int, isLittleEndian: Bool, shift: Int, bitDepth: Int) {
    self.start = start
    self.byteCount = UInt8(byteCount)
    self.shift = UInt8(shift)
    // Padding may be longer, and is not read.
    self.bitDepth = UInt8(clamping: bitDepth)
    self.isLittleEndian = isLittleEndian
  }

  /// The bits of the sample in the row that starts there.
  @inline(__always)
  func bits(in bytes: Span<UInt8>, at row: Int) -> UInt64 {
    var value: UInt64 = 0
    let count = Int(byteCount)
    for index in 0..<count {
      let offset = isLittleEndian ? count - 1 - index : index
      value = value << 8 | UInt64(bytes[row + start + offset])
    }
    return value >> UInt64(shift) & (1 << UInt64(bitDepth) &- 1)
  }
}

/// Arranges the samples of a row (ISO/IEC 23001-17 §5.2.1.5): bit by bit, in separate bytes, or in blocks.
struct UncompressedPacking {
  private let configuration: UncompressedFrameConfigBox
  private(set) var positions: [SamplePosition] = []
  /// The bits of all that is complete.
  private var bitCount = 0
  /// The start of the pixel, in bits.
  private var pixelStart = 0
  /// The samples of the block that is not complete yet.
  private var block: [UncompressedFormat.Component] = []

  init(_ configuration: UncompressedFrameConfigBox) { self.configuration = configuration }

  private var blockBits: Int { Int(configuration.blockSize) * 8 }

  mutating func add(_ sample: UncompressedFormat.Component) throws(CodecError) {
    guard blockBits == 0 else {
      if block.reduce(sample.storedBits, { $0 + $1.storedBits }) > blockBits { endBlock() }
      block.append(sample)
      return
    }
    if sample.alignSize > 0 { endByte() }
    let start = bitCount / 8
    let isWhole = bitCount % 8 == 0 && sample.storedBits % 8 == 0
    bitCount += sample.storedBits
    let end = (bitCount + 7) / 8
    guard end - start <= 8 else {
      throw CodecError(
        "has samples over more than eight bytes, which is not supported", .unsupported)
    }
    positions.append(
      SamplePosition(
        start: start, byteCount: end - start,
        isLittleEndian: isWhole && configuration.isComponentLittleEndian,
        shift: end * 8 - bitCount, bitDepth: sample.bitDepth))
  }

  /// Ends a pixel, which may be padded.
  mutating func endPixel() throws(CodecError) {
    guard configuration.pixelSize > 0 else { return }
    endBlock()
    endByte()
    pixelStart += Int(configuration.pixelSize) * 8
    guard bitCount <= pixelStart else {
      throw CodecError("has pixels that are longer than it says")
    }
    bitCount = pixelStart
  }

  /// Ends the row, and says how many bytes it has.
  mutating func end(alignment: Int) -> Int {
    endBlock()
    endByte()
    return aligned(bitCount / 8, to: alignment)
  }

  private mutating func endByte() { bitCount = (bitCount + 7) & ~7 }

  private mutating func endBlock() {
    guard !block.isEmpty else { return }
    let used = block.reduce(0) { $0 + $1.storedBits }
    // The first sample is in the highest bits, unless the order is reversed.
    var top = configuration.isBlockPaddingLeastSignificant ? blockBits : used
    var shifts = (configuration.isBlockReversed ? block.reversed() : block).map { sample in
      top -= sample.storedBits
      return top
    }
    if configuration.isBlockReversed { shifts.reverse() }
    for (sample, shift) in zip(block, shifts) {
      positions.append(
        SamplePosition(
          start: bitCount / 8, byteCount: blockBits / 8,
          isLittleEndian: configuration.isBlockLittleEndian, shift: shift,
          bitDepth: sample.bitDepth))
    }
    bitCount += blockBits
    block = []
  }
}

/// The next multiple of `alignment`, or the number itself if that is 0.
func aligned(_ count: Int, to alignment: Int) -> Int {
  alignment > 0 ? (count + alignment - 1) / alignment * alignment : count
}

/// The general compression of an "uncompressed" image (ISO/IEC 23001-17 Amd 2).
struct GenericCompression {
  private let type: FourCC
  /// The range of each unit in the data of the image; nil if the data is a single unit.
  private let units: [(start: UInt64, count: UInt64)]?

  /// Nil if nothing is compressed.
  init?(_ boxes: [Box]) {
    guard let box = boxes.first(CompressionConfigurationBox.self) else { return nil }
    type = box.compressionType
    if let table = boxes.first(GenericallyCompressedUnitsItemInfoBox.self) {
      var end: UInt64 = 0
      units = (0..<table.units.count).map { row in
        let number = { UInt64(bitPattern: table.units[row, $0]) }
        let unit =
          table.unitOffsetCode == 0
          ? (start: end, count: number(0)) : (start: number(0), count: number(1))
        end = unit.start &+ unit.count
        return unit
      }
    } else {
      units = nil
    }
  }

  /// Opens the library that is needed.
  ///
  /// - Throws: if it is not there.
  func open() throws(CodecError) {
    let problem: String?
    switch type {
    case "zlib", "defl": problem = Zlib.problem
    case "brot": problem = Brotli.problem
    default: throw CodecError("is compressed by the unknown method \(type)")
    }
    if let problem { throw CodecError("is compressed (\(type)): \(problem)") }
  }

  /// The bytes of the image: those of all units, one after the other.
  ///
  /// - Parameter limit: how many there are.
  func decompressed(_ data: [UInt8], upTo limit: Int) throws(CodecError) -> [UInt8] {
    try open()
    guard let units else { return try unit(data, upTo: limit) }
    var bytes: [UInt8] = []
    var left = data.count
    for (start, count) in units where bytes.count < limit {
      // Units that overlap could take any time.
      guard start <= UInt64(data.count), count <= UInt64(data.count) - start, count <= UInt64(left)
      else { throw CodecError("has compressed units that are not all in its data") }
      left -= Int(count)
      bytes += try unit(
        Array(data[Int(start)..<Int(start + count)]), upTo: limit - bytes.count)
    }
    return bytes
  }

  private func unit(_ data: [UInt8], upTo limit: Int) throws(CodecError) -> [UInt8] {
    let bytes =
      switch type {
      case "zlib": Zlib.inflate(data, upTo: limit)
      case "defl": Zlib.inflateRaw(data, upTo: limit)
      default: Brotli.decompress(data, upTo: limit)
      }
    guard let bytes else {
      throw CodecError("is compressed (\(type)), and damaged, or has more samples than it says")
    }
    return bytes
  }
}
