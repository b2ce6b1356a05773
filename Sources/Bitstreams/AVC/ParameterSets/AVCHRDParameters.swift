public import FieldCoding

/// The limits of a decoder's buffers (`hrd_parameters`, ITU-T H.264 §E.1.2).
public struct HRDParameters: FieldCodable {
  public var bitRateScale: UInt8 = 0
  public var cpbSizeScale: UInt8 = 0
  /// The buffers, one for each way to deliver the stream: 1 to 32.
  public var buffers = [Buffer()]
  public var initialCPBRemovalDelayLengthMinus1: UInt8 = 23
  public var cpbRemovalDelayLengthMinus1: UInt8 = 23
  public var dpbOutputDelayLengthMinus1: UInt8 = 23
  public var timeOffsetLength: UInt8 = 24

  /// The rate and size of one coded picture buffer (`SchedSelIdx` in `hrd_parameters`, ITU-T H.264
  /// §E.1.2).
  public struct Buffer: FieldCodable {
    public var bitRateValueMinus1: UInt32 = 0
    public var cpbSizeValueMinus1: UInt32 = 0
    public var hasConstantBitRate = false
    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.ue("bit_rate_value_minus1", &bitRateValueMinus1)
      try f.ue("cpb_size_value_minus1", &cpbSizeValueMinus1)
      try f.flag("cbr_flag", &hasConstantBitRate)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    guard f.isDecoding || !buffers.isEmpty else {
      throw f.error(.invalid("there is no buffer, but ITU-T H.264 §E.1.2 requires at least one"))
    }
    var countMinus1 = UInt32(clamping: buffers.count - 1)
    try f.ue("cpb_cnt_minus1", &countMinus1, atMost: 31, "ITU-T H.264 §E.2.2")
    try f.uint(4, "bit_rate_scale", &bitRateScale)
    try f.uint(4, "cpb_size_scale", &cpbSizeScale)
    try f.list("SchedSel", &buffers, count: .exactly(Int(countMinus1) + 1))
    try f.uint(
      5, "initial_cpb_removal_delay_length_minus1", &initialCPBRemovalDelayLengthMinus1)
    try f.uint(5, "cpb_removal_delay_length_minus1", &cpbRemovalDelayLengthMinus1)
    try f.uint(5, "dpb_output_delay_length_minus1", &dpbOutputDelayLengthMinus1)
    try f.uint(5, "time_offset_length", &timeOffsetLength)
  }
}
