package import FieldCoding

extension FieldCoder {
  /// The bits that fill the last byte of a payload: none, or a 1 and zeros (`sei_payload`, ITU-T
  /// H.265 §D.2.1, ITU-T H.264 §D.1.1).
  package mutating func payloadAlignment() throws(FieldError) {
    guard !isByteAligned else { return }
    var one = true
    try flag("bit_equal_to_one", &one)
    try alignToByte()
  }
}
