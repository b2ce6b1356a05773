/// The codes of a DHT segment (ISO/IEC 10918-1 §B.2.4.2, §C).
struct HuffmanTable {
  /// For each 16 bits that may come: the length of the code that they start with, and its value behind the
  /// lowest 8 bits; 0 where no code is.
  private let codes: [UInt16]

  /// - Parameters:
  ///   - counts: how many codes there are of each length, from 1 to 16.
  ///   - values: what the codes mean, the shortest first.
  init?(counts: ArraySlice<UInt8>, values: ArraySlice<UInt8>) {
    var codes = [UInt16](repeating: 0, count: 1 << 16)
    var next = 0
    var value = values.startIndex
    for (index, count) in counts.enumerated() {
      let length = index + 1
      let step = 1 << (16 - length)
      for _ in 0..<count {
        guard next + step <= 1 << 16, value < values.endIndex else { return nil }
        let entry = UInt16(values[value]) << 8 | UInt16(length)
        for code in next..<next + step { codes[code] = entry }
        next += step
        value += 1
      }
    }
    self.codes = codes
  }

  /// The length of the code that 16 bits start with, and what it means; the length is 0 if there is none.
  @inline(__always)
  func code(_ bits: UInt16) -> (length: Int, value: Int) {
    let entry = codes[Int(bits)]
    return (Int(entry & 0xFF), Int(entry >> 8))
  }
}
