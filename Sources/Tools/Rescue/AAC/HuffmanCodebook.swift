import FieldCoding

/// A canonical Huffman code: words of one length are consecutive, and shorter ones come first.
struct HuffmanCodebook: Sendable {
  /// The number of codewords of each length, from 1 bit on.
  let counts: [Int]
  /// The values of the codewords, in their order.
  let symbols: [UInt16]

  /// Reads a codeword. The codes are complete, so that every sequence of bits starts with one.
  func read(_ bits: inout ByteReader) throws(FieldError) -> Int {
    var (code, first, index) = (0, 0, 0)
    for count in counts {
      code = code << 1 | Int(truncatingIfNeeded: try bits.read(bits: 1))
      if code - first < count { return Int(symbols[index + code - first]) }
      index += count
      first = (first + count) << 1
    }
    throw FieldError(.invalid("no codeword"), offset: bits.offset)
  }
}

/// A codebook of spectral data: each codeword has 2 or 4 values.
struct SpectralCodebook: Sendable {
  /// The number of values of a codeword.
  let dimension: Int
  let book: HuffmanCodebook
  /// The bits that say which values are below 0, by symbol; none where the word says it.
  private let signs: [Int]
  /// The number of values with an escape sequence after the signs, by symbol.
  private let escapes: [Int]

  /// - Parameters:
  ///   - base: how many values there are.
  ///   - isUnsigned: whether signs follow the codeword.
  init(dimension: Int, base: Int, isUnsigned: Bool, counts: [Int], symbols: [UInt16]) {
    self.dimension = dimension
    book = HuffmanCodebook(counts: counts, symbols: symbols)
    let values = symbols.indices.map { symbol in
      var rest = symbol
      return (0..<dimension).map { _ in
        defer { rest /= base }
        return rest % base
      }
    }
    signs = values.map { values in isUnsigned ? values.count { $0 != 0 } : 0 }
    // In codebook 11, 16 stands for an escape sequence (ISO/IEC 14496-3 §4.6.3.3).
    escapes = values.map { values in base == 17 ? values.count { $0 == 16 } : 0 }
  }

  /// Passes over the values of one codeword.
  func skip(_ bits: inout ByteReader) throws(FieldError) {
    let symbol = try book.read(&bits)
    _ = try bits.read(bits: signs[symbol])
    for _ in 0..<escapes[symbol] {
      var length = 4
      while try bits.read(bits: 1) == 1 {
        length += 1
        guard length <= 12 else {
          throw FieldError(.invalid("an escape of more than 8191"), offset: bits.offset)
        }
      }
      _ = try bits.read(bits: length)
    }
  }
}
