/// A bounds-checked, big-endian, bit-level cursor over bytes of a file.
public struct ByteReader: Sendable {
  private let source: ByteSource
  /// All positions count bits from the first byte of the source.
  private var position: Int
  private let end: Int

  /// Reads `bytes` from their first bit.
  public init(_ bytes: Bytes) {
    source = bytes.source
    position = bytes.range.lowerBound * 8
    end = bytes.range.upperBound * 8
  }

  /// The number of bits that have not been read.
  public var bitsLeft: Int { end - position }
  /// Whether the next bit is the first of a byte.
  public var isAligned: Bool { position & 7 == 0 }
  /// The offset in the file of the next bit, in bits.
  public var bitOffset: Int { source.fileOffset(of: position / 8) * 8 + position & 7 }
  /// The offset in the file of the byte that holds the next bit.
  public var offset: Int { source.fileOffset(of: position / 8) }

  /// Moves `distance` bits forward or back; past the end, nothing is left.
  mutating func skip(bits distance: Int) { position = min(position &+ distance, end) }

  /// Reads an unsigned integer of 0 to 64 bits.
  public mutating func read(bits count: Int) throws(FieldError) -> UInt64 {
    guard count >= 0, count <= 64 else { throw error(.unsupportedWidth(bits: count)) }
    guard count <= bitsLeft else {
      throw error(.truncated(neededBits: count, availableBits: bitsLeft))
    }
    let used = position & 7
    if count > 0, source.isSupplied {
      let needed = position / 8..<(position + count + 7) / 8
      if let problem = source.missing(in: needed) { throw error(.notRead(problem)) }
    }
    if count > 0, used + count <= 64, source.hasWord(at: position / 8) {
      let word = source.word(at: position / 8)
      position += count
      return (word << UInt64(used)) >> UInt64(64 - count)
    }
    var value: UInt64 = 0
    var left = count
    while left > 0 {
      let used = position & 7
      let taken = min(8 - used, left)
      let byte = source.byte(at: position >> 3)
      value = value << UInt64(taken) | UInt64((byte << used) >> (8 - taken))
      position += taken
      left -= taken
    }
    return value
  }

  /// `ue(v)`: an unsigned Exp-Golomb code (ITU-T H.265 §9.2) of at most 32 leading zeros.
  public mutating func readExpGolomb() throws(FieldError) -> UInt64 {
    let start = self
    var zeros = 0
    while try read(bits: 1) == 0 {
      zeros += 1
      if zeros > 32 {
        throw start.error(.invalid("an Exp-Golomb code has more than 32 leading zero bits"))
      }
    }
    return try (1 << UInt64(zeros)) - 1 + read(bits: zeros)
  }

  /// Splits off the next `count` bytes.
  public mutating func read(bytes count: Int) throws(FieldError) -> Bytes {
    guard isAligned else { throw error(.unaligned) }
    guard count >= 0, count <= bitsLeft / 8 else {
      let (bits, overflow) = count.multipliedReportingOverflow(by: 8)
      throw error(.truncated(neededBits: overflow ? .max : bits, availableBits: bitsLeft))
    }
    let first = position / 8
    position += count * 8
    return Bytes(source: source, range: first..<first + count)
  }

  /// All bytes that are left, from the next byte boundary on; the reader does not move.
  public var rest: Bytes { Bytes(source: source, range: (position + 7) / 8..<end / 8) }

  /// The position of the last bit that is 1, counted from here; nil if there is none. It is the
  /// stop bit of an RBSP (ITU-T H.265 §7.3.2.11).
  public var bitsBeforeLastOne: Int? {
    var byte = end / 8 - 1
    while byte >= position / 8 {
      let value = source.byte(at: byte)
      if value != 0 {
        let distance = byte * 8 + 7 - value.trailingZeroBitCount - position
        return distance >= 0 ? distance : nil
      }
      byte -= 1
    }
    return nil
  }

  private func error(_ reason: FieldError.Reason) -> FieldError {
    FieldError(reason, offset: offset)
  }
}
