import HEIF
import ISOBMFF
import WorkerProtocol

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
