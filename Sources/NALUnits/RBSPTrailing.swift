package import FieldCoding

/// The end of every RBSP (`rbsp_trailing_bits`, ITU-T H.265 §7.3.2.11).
public struct RBSPTrailing: Equatable, Sendable {
  /// Bits between the last known field and the stop bit. None in a sound stream.
  public private(set) var unknown = BitString()
  /// Bytes of zero after the byte with the stop bit: a NAL unit that was cut out with too much.
  public private(set) var zeroBytes = 0

  public init() {}

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
