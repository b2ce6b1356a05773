public import FieldCoding
import NALUnits

/// The duration of a tick (`timing_info`, AV1 §5.5.3).
public struct TimingInformation: FieldCodable {
  public var unitsInDisplayTick: UInt32 = 0
  public var timeScale: UInt32 = 0
  /// The ticks between two frames, less 1, if frames come at the same distance.
  public var ticksPerPictureMinus1: UInt32?

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "num_units_in_display_tick", &unitsInDisplayTick)
    try f.uint(32, "time_scale", &timeScale)
    try f.optional("equal_picture_interval", &ticksPerPictureMinus1, blank: 0) {
      (ticks, f) throws(FieldError) in
      try f.uvlc("num_ticks_per_picture_minus_1", &ticks)
    }
  }
}

/// How the times of the decoder model are stated (`decoder_model_info`, AV1 §5.5.4).
public struct DecoderModelInformation: FieldCodable {
  public var bufferDelayLengthMinus1: UInt8 = 0
  public var unitsInDecodingTick: UInt32 = 0
  public var bufferRemovalTimeLengthMinus1: UInt8 = 0
  public var framePresentationTimeLengthMinus1: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(5, "buffer_delay_length_minus_1", &bufferDelayLengthMinus1)
    try f.uint(32, "num_units_in_decoding_tick", &unitsInDecodingTick)
    try f.uint(5, "buffer_removal_time_length_minus_1", &bufferRemovalTimeLengthMinus1)
    try f.uint(5, "frame_presentation_time_length_minus_1", &framePresentationTimeLengthMinus1)
  }
}

/// An operating point: a choice of layers that can be decoded, and its requirements for a decoder (AV1 §6.4.1).
public struct OperatingPoint: Equatable, Sendable {
  /// Temporal layers in the low 8 bits, spatial layers in the 4 above; 0 for a stream without
  /// layers.
  public var idc: UInt16 = 0
  public var level = Level()
  /// Whether the tier is the high one; only in levels above 7 (3.3).
  public var isHighTier = false
  /// The parameters of the model; only with a decoder model.
  public var parameters: Parameters?
  /// The number of frames that should be decoded before the first is shown, minus 1.
  public var initialDisplayDelayMinus1: UInt8?

  /// `operating_parameters_info` (§5.5.5): ticks of 90 kHz.
  public struct Parameters: Equatable, Sendable {
    public var decoderBufferDelay: UInt32 = 0
    public var encoderBufferDelay: UInt32 = 0
    public var hasLowDelay = false
    public init() {}
  }

  public init() {}

  mutating func fields(
    _ f: inout FieldCoder, bufferDelayBits: Int?, hasInitialDisplayDelay: Bool
  ) throws(FieldError) {
    try f.uint(12, "operating_point_idc", &idc, as: .hex)
    try f.uint(5, "seq_level_idx", &level.index, as: .names(Level.names))
    if level.index > 7 { try f.flag("seq_tier", &isHighTier) } else { isHighTier = false }
    if let bufferDelayBits {
      try f.optional("decoder_model_present_for_this_op", &parameters, blank: .init()) {
        (parameters, f) throws(FieldError) in
        try f.uint(bufferDelayBits, "decoder_buffer_delay", &parameters.decoderBufferDelay)
        try f.uint(bufferDelayBits, "encoder_buffer_delay", &parameters.encoderBufferDelay)
        try f.flag("low_delay_mode_flag", &parameters.hasLowDelay)
      }
    }
    if hasInitialDisplayDelay {
      try f.optional(
        "initial_display_delay_present_for_this_op", &initialDisplayDelayMinus1, blank: 0
      ) { (delay, f) throws(FieldError) in
        try f.uint(4, "initial_display_delay_minus_1", &delay)
      }
    }
  }
}
