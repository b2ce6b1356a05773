package import FieldCoding

/// Bits that are kept unchanged, because their meaning is unknown or not needed.
public struct BitString: Equatable, Sendable {
  /// The bits in order, 64 in each number, the first bit first; the last number has the rest.
  public private(set) var words: [UInt64] = []
  /// The number of bits.
  public private(set) var count = 0

  public init() {}

  /// Whether there are no bits.
  public var isEmpty: Bool { count == 0 }

  /// `while (more_rbsp_data()) name u(1)`: all bits before the stop bit.
  package mutating func fields(
    _ f: inout FieldCoder, _ name: StaticString
  ) throws(FieldError) {
    var bits = count
    if f.isDecoding {
      guard let found = f.bitsBeforeStopBit else {
        throw f.error(.invalid("there is no rbsp_stop_one_bit (ITU-T H.265 §7.3.2.11)"))
      }
      bits = found
    }
    try fields(&f, name, count: bits)
  }

  /// The fields of all bits that are left.
  package mutating func restFields(
    _ f: inout FieldCoder, _ name: StaticString
  ) throws(FieldError) {
    try fields(&f, name, count: f.isDecoding ? f.bitsLeft : count)
  }

  /// The fields of as many bits as other fields say.
  package mutating func fields(
    _ f: inout FieldCoder, _ name: StaticString, count bits: Int
  ) throws(FieldError) {
    try f.checkCount(name, count, bits)
    if f.isDecoding {
      count = bits
      words = []
    }
    for start in stride(from: 0, to: count, by: 64) {
      var word = f.isDecoding ? 0 : words[start / 64]
      try f.uint(min(64, count - start), name, &word, as: .hex)
      if f.isDecoding { words.append(word) }
    }
  }
}
