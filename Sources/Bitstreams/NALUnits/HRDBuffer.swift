package import FieldCoding

/// The rate and the size of one coded picture buffer (`sub_layer_hrd_parameters`, ITU-T H.265 §E.2.3, and
/// `sublayer_hrd_parameters`, ITU-T H.266 §7.3.5.3).
public struct HRDBuffer: Equatable, Sendable {
  public var bitRateValueMinus1: UInt32 = 0
  public var cpbSizeValueMinus1: UInt32 = 0
  public var cpbSizeDUValueMinus1: UInt32 = 0
  public var bitRateDUValueMinus1: UInt32 = 0
  public var hasConstantBitRate = false
  /// A buffer whose fields are 0.
  public init() {}
}

extension FieldCoder {
  /// The buffers of a temporal sub-layer.
  package mutating func hrdBuffers(
    _ name: StaticString, _ buffers: inout [HRDBuffer], count: Int, hasDecodingUnits: Bool
  ) throws(FieldError) {
    try list(name, &buffers, exactly: count, blank: .init()) { (buffer, f) throws(FieldError) in
      try f.ue("bit_rate_value_minus1", &buffer.bitRateValueMinus1)
      try f.ue("cpb_size_value_minus1", &buffer.cpbSizeValueMinus1)
      if hasDecodingUnits {
        try f.ue("cpb_size_du_value_minus1", &buffer.cpbSizeDUValueMinus1)
        try f.ue("bit_rate_du_value_minus1", &buffer.bitRateDUValueMinus1)
      }
      try f.flag("cbr_flag", &buffer.hasConstantBitRate)
    }
  }
}
