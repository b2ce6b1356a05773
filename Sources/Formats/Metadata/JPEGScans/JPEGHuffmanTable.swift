/// The codes of a DHT segment (ISO/IEC 10918-1 §B.2.4.2, §C). A class, as each block of an image asks for two.
package final class JPEGHuffmanTable: Sendable {
  /// For each value of the next 9 bits: the length of the code with which they start in the lowest 8 bits, and its
  /// value above them; 0 if the code is longer, or if there is none. Few codes are longer, so a small table stays in
  /// the fastest cache.
  @usableFromInline let short: [UInt16]
  /// For each length: the first 16 bits that do not start with a code of this length or a shorter one.
  @usableFromInline let limits: [Int]
  /// For each length: the index of the value of its first code, minus that code.
  @usableFromInline let offsets: [Int]
  @usableFromInline let values: [UInt8]

  @usableFromInline static let shortest = 9

  /// - Parameters:
  ///   - counts: the number of codes of each length, from 1 to 16.
  ///   - values: the values of the codes, the shortest first.
  package init?(counts: ArraySlice<UInt8>, values: ArraySlice<UInt8>) {
    let values = Array(values)
    var short = [UInt16](repeating: 0, count: 1 << JPEGHuffmanTable.shortest)
    var limits = [Int](repeating: 0, count: 17)
    var offsets = limits
    var next = 0
    var value = 0
    for (index, count) in counts.enumerated() {
      let length = index + 1
      let step = 1 << (16 - length)
      offsets[length] = value - next / step
      guard next + Int(count) * step <= 1 << 16, value + Int(count) <= values.count else {
        return nil
      }
      if length <= JPEGHuffmanTable.shortest {
        for code in 0..<Int(count) {
          let entry = UInt16(values[value + code]) << 8 | UInt16(length)
          let first = (next + code * step) >> (16 - JPEGHuffmanTable.shortest)
          for index in first..<first + step >> (16 - JPEGHuffmanTable.shortest) {
            short[index] = entry
          }
        }
      }
      next += Int(count) * step
      value += Int(count)
      limits[length] = next
    }
    (self.short, self.limits, self.offsets, self.values) = (short, limits, offsets, values)
  }

  /// The length of the code that 16 bits start with, and its value; the length is 0 if there is none.
  @inlinable @inline(__always)
  package func code(_ bits: UInt16) -> (length: Int, value: Int) {
    let entry = short[Int(bits >> (16 - UInt16(JPEGHuffmanTable.shortest)))]
    return entry != 0 ? (Int(entry & 0xFF), Int(entry >> 8)) : longCode(Int(bits))
  }

  @inline(never) @usableFromInline
  func longCode(_ bits: Int) -> (length: Int, value: Int) {
    for length in JPEGHuffmanTable.shortest + 1...16 where bits < limits[length] {
      return (length, Int(values[offsets[length] + bits >> (16 - length)]))
    }
    return (0, 0)
  }
}
