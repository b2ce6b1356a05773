/// Dolby TrueHD.
public struct MLPSpecificBox: BoxBody {
  public static let type: FourCC = "dmlp"
  public static let specification = "Dolby TrueHD (MLP) bitstreams within ISO BMFF"

  public var samplingFrequency: UInt8 = 0
  /// 0: the six channels of a presentation are standard loudspeakers.
  public var sixChannelMultichannelType: UInt8 = 0
  public var eightChannelMultichannelType: UInt8 = 0
  public var twoChannelModifier: UInt8 = 0
  public var sixChannelModifier: UInt8 = 0
  public var sixChannelAssignment: UInt8 = 0
  public var eightChannelModifier: UInt8 = 0
  public var eightChannelAssignment: UInt16 = 0
  /// The peak data rate, in units of a sixteenth of a bit for each sample.
  public var peakDataRate: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    // These 32 bits are the `format_info` of a major sync.
    try f.uint(
      4, "audio_sampling_frequency", &samplingFrequency,
      as: .names([
        0: "48 kHz", 1: "96 kHz", 2: "192 kHz", 8: "44.1 kHz", 9: "88.2 kHz", 10: "176.4 kHz",
      ]))
    try f.uint(1, "6ch_multichannel_type", &sixChannelMultichannelType)
    try f.uint(1, "8ch_multichannel_type", &eightChannelMultichannelType)
    try f.reserved(2)
    try f.uint(2, "2ch_presentation_channel_modifier", &twoChannelModifier)
    try f.uint(2, "6ch_presentation_channel_modifier", &sixChannelModifier)
    try f.uint(5, "6ch_presentation_channel_assignment", &sixChannelAssignment, as: .hex)
    try f.uint(2, "8ch_presentation_channel_modifier", &eightChannelModifier)
    try f.uint(13, "8ch_presentation_channel_assignment", &eightChannelAssignment, as: .hex)
    try f.uint(15, "peak_data_rate", &peakDataRate)
    try f.reserved(1)
    try f.reserved(32)
  }
}
