/// Streams of zlib (RFC 1950), as far as nothing has to be compressed or decompressed for it.
package enum ZlibStream {
  /// The number of bytes of the stream that some bytes begin with. Decoders read nothing behind it. Nil if it is not
  /// whole.
  package static func end(of bytes: [UInt8]) -> Int? {
    guard bytes.count >= 2, bytes[0] & 15 == 8, bytes[1] & 0x20 == 0 else { return nil }
    var walk = DeflateWalk(bytes, from: 2)
    // The checksum follows.
    guard let end = walk.end(), end + 4 <= bytes.count else { return nil }
    return end + 4
  }

  /// A stream of bytes that are not compressed.
  package static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    let longest = 0xFFFF
    for start in stride(from: 0, to: max(1, bytes.count), by: longest) {
      let part = bytes[start..<min(start + longest, bytes.count)]
      stream.append(part.endIndex == bytes.count ? 1 : 0)
      for number in [part.count, ~part.count] {
        stream += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
      }
      stream += part
    }
    stream.append(UInt64(checksum(bytes)), size: 4, .big)
    return stream
  }

  /// Adler-32 (RFC 1950 §8.2).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var (sum, sumOfSums) = (UInt32(1), UInt32(0))
    for byte in bytes {
      sum = (sum + UInt32(byte)) % 65_521
      sumOfSums = (sumOfSums + sum) % 65_521
    }
    return sumOfSums << 16 | sum
  }
}

/// Passes over deflated data without its content (RFC 1951 §3.2).
private struct DeflateWalk {
  private let bytes: [UInt8]
  /// The next byte that is not among ``bits``.
  private var position: Int
  /// The next bits, the first of them lowest.
  private var bits: UInt64 = 0
  private var count = 0

  init(_ bytes: [UInt8], from position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// The offset of the first byte behind the data; nil if it is not sound.
  mutating func end() -> Int? {
    while let isLast = take(1), let kind = take(2) {
      switch kind {
      case 0: guard passStored() else { return nil }
      case 1:
        guard passSymbols(DeflateWalk.fixedSymbols, DeflateWalk.fixedDistances) else { return nil }
      case 2:
        guard let (symbols, distances) = codes(), passSymbols(symbols, distances) else {
          return nil
        }
      default: return nil
      }
      if isLast == 1 { return position - count / 8 }
    }
    return nil
  }

  // MARK: Bits

  private mutating func fill() {
    while count <= 48, position < bytes.count {
      bits |= UInt64(bytes[position]) << UInt64(count)
      position += 1
      count += 8
    }
  }

  private mutating func drop(_ number: Int) {
    bits >>= UInt64(number)
    count -= number
  }

  private mutating func take(_ number: Int) -> Int? {
    fill()
    guard number <= count else { return nil }
    let value = Int(bits & (1 << UInt64(number) - 1))
    drop(number)
    return value
  }

  // MARK: Blocks

  private mutating func passStored() -> Bool {
    drop(count % 8)
    guard let size = take(16), let inverse = take(16), size ^ inverse == 0xFFFF else {
      return false
    }
    position += size - count / 8
    (bits, count) = (0, 0)
    return position <= bytes.count
  }

  private mutating func passSymbols(_ symbols: Code, _ distances: Code) -> Bool {
    while let symbol = next(symbols) {
      if symbol < 256 { continue }
      if symbol == 256 { return true }
      let extra = symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4
      guard symbol <= 285, take(extra) != nil, let distance = next(distances), distance < 30,
        take(distance < 4 ? 0 : (distance - 2) / 2) != nil
      else { return false }
    }
    return false
  }

  /// The codes of a block that states them (§3.2.7).
  private mutating func codes() -> (Code, Code)? {
    guard let symbolCount = take(5), let distanceCount = take(5), let count = take(4) else {
      return nil
    }
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var lengths = [UInt8](repeating: 0, count: 19)
    for place in order.prefix(count + 4) {
      guard let length = take(3) else { return nil }
      lengths[place] = UInt8(length)
    }
    guard let code = Code(lengths) else { return nil }
    let all = symbolCount + 257 + distanceCount + 1
    lengths = []
    while lengths.count < all {
      guard let symbol = next(code) else { return nil }
      switch symbol {
      case 16:
        guard let last = lengths.last, let more = take(2) else { return nil }
        lengths += [UInt8](repeating: last, count: more + 3)
      case 17, 18:
        guard let more = take(symbol == 17 ? 3 : 7) else { return nil }
        lengths += [UInt8](repeating: 0, count: more + (symbol == 17 ? 3 : 11))
      default: lengths.append(UInt8(symbol))
      }
    }
    guard lengths.count == all, let symbols = Code(Array(lengths[..<(symbolCount + 257)])),
      let distances = Code(Array(lengths[(symbolCount + 257)...]))
    else { return nil }
    return (symbols, distances)
  }

  // MARK: Codes

  /// A Huffman code (§3.2.2).
  private struct Code {
    /// What the next bits mean: a symbol in the upper bits, and the length of its code in the lower four.
    let table: [UInt16]

    /// Nil if there are more codes than possible.
    init?(_ lengths: [UInt8]) {
      let longest = Int(lengths.max() ?? 0)
      var table = [UInt16](repeating: 0, count: 1 << longest)
      var code = 0
      for length in 0...longest where length > 0 {
        code <<= 1
        for symbol in lengths.indices where Int(lengths[symbol]) == length {
          guard code < 1 << length else { return nil }
          // Codes begin with their highest bit.
          let first = (0..<length).reduce(0) { $0 | (code >> $1 & 1) << (length - 1 - $1) }
          for index in stride(from: first, to: table.count, by: 1 << length) {
            table[index] = UInt16(symbol) << 4 | UInt16(length)
          }
          code += 1
        }
      }
      self.table = table
    }
  }

  private mutating func next(_ code: Code) -> Int? {
    fill()
    let entry = code.table[Int(bits & UInt64(code.table.count - 1))]
    let length = Int(entry & 15)
    guard length > 0, length <= count else { return nil }
    drop(length)
    return Int(entry >> 4)
  }

  private static let fixedSymbols = fixed(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = fixed([UInt8](repeating: 5, count: 30))

  private static func fixed(_ lengths: [UInt8]) -> Code {
    guard let code = Code(lengths) else { preconditionFailure("the fixed codes are possible") }
    return code
  }
}
