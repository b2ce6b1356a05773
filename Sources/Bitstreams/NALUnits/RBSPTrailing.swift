package import FieldCoding

/// The end of every RBSP (`rbsp_trailing_bits`, ITU-T H.265 §7.3.2.11).
public struct RBSPTrailing: Equatable, Sendable {
  /// Bits between the last known field and the stop bit. None in an intact stream.
  public private(set) var unknown = BitString()
  /// Bytes of zero after the byte with the stop bit: a NAL unit that was cut out with too much.
  public private(set) var zeroBytes = 0

  public init() {}

  /// What is wrong with the fields before it, as a sentence: they end too early. Nil if they end where they should.
  public var problem: String? {
    unknown.count == 0
      ? nil
      : counted(
        unknown.count, "unknown bit follows its last field: a field before it is wrong",
        "unknown bits follow its last field: a field before them is wrong")
  }

  /// Whether the last field is known, and nothing follows: other bytes do not end so by chance.
  package var isExact: Bool { unknown.count == 0 && zeroBytes == 0 }

  /// - Parameter stopBit: its name in the standard.
  package mutating func fields(
    _ f: inout FieldCoder, stopBit name: StaticString = "rbsp_stop_one_bit"
  ) throws(FieldError) {
    try unknown.fields(&f, "unknown_bits")
    var stopBit = true
    try f.flag(name, &stopBit)
    try f.alignToByte()
    if f.isDecoding { zeroBytes = f.bitsLeft / 8 }
    try f.reserved(zeroBytes * 8)
  }
}
