public import FieldCoding
public import NALUnits

/// How pictures are to be shown (`vui_parameters`, ITU-T H.264 §E.1.1).
public struct VideoUsabilityInformation: FieldCodable {
  public var aspectRatio: AspectRatio?
  /// Whether overscan is appropriate, so that the edges may be cut off; nil if it is not stated.
  public var isOverscanAppropriate: Bool?
  public var videoSignal: VideoSignal?
  public var chromaLocation: ChromaLocation?
  public var timing: Timing?
  public var nalHRD: HRDParameters?
  public var vclHRD: HRDParameters?
  /// Whether the delay is low; only with an HRD.
  public var hasLowDelay = false
  /// Whether picture timing messages say how fields make frames.
  public var hasPictureStructure = false
  public var restriction: BitstreamRestriction?

  /// A field takes a tick; a frame takes two.
  public struct Timing: Equatable, Sendable {
    public var unitsInTick: UInt32 = 0
    public var timeScale: UInt32 = 0
    public var hasFixedFrameRate = false
    public init() {}
  }

  /// The limits of the bitstream for a decoder (`bitstream_restriction_flag`, ITU-T H.264 §E.2.1).
  public struct BitstreamRestriction: Equatable, Sendable {
    public var motionVectorsCrossBoundaries = true
    public var maxBytesPerPictureDenominator: UInt32 = 2
    public var maxBitsPerMacroblockDenominator: UInt32 = 1
    public var log2MaxMotionVectorLengthHorizontal: UInt32 = 15
    public var log2MaxMotionVectorLengthVertical: UInt32 = 15
    public var maxReorderFrameCount: UInt32 = 0
    public var maxDecodedFrameCount: UInt32 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.aspectRatio(&aspectRatio)
    try f.overscan(&isOverscanAppropriate)
    try f.videoSignal(&videoSignal, matrix: "matrix_coefficients")
    try f.chromaLocation(&chromaLocation)
    try f.optional("timing_info_present_flag", &timing, blank: .init()) {
      (timing, f) throws(FieldError) in
      try f.uint(32, "num_units_in_tick", &timing.unitsInTick)
      try f.uint(32, "time_scale", &timing.timeScale)
      try f.flag("fixed_frame_rate_flag", &timing.hasFixedFrameRate)
    }
    try f.presence("nal_hrd_parameters_present_flag", of: &nalHRD, blank: HRDParameters())
    try f.group("nal_hrd_parameters", &nalHRD)
    try f.presence("vcl_hrd_parameters_present_flag", of: &vclHRD, blank: HRDParameters())
    try f.group("vcl_hrd_parameters", &vclHRD)
    if nalHRD != nil || vclHRD != nil { try f.flag("low_delay_hrd_flag", &hasLowDelay) }
    try f.flag("pic_struct_present_flag", &hasPictureStructure)
    try f.optional("bitstream_restriction_flag", &restriction, blank: .init()) {
      (restriction, f) throws(FieldError) in
      try restriction.fields(&f)
    }
  }
}

extension VideoUsabilityInformation.BitstreamRestriction {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("motion_vectors_over_pic_boundaries_flag", &motionVectorsCrossBoundaries)
    try f.ue("max_bytes_per_pic_denom", &maxBytesPerPictureDenominator)
    try f.ue("max_bits_per_mb_denom", &maxBitsPerMacroblockDenominator)
    try f.ue("log2_max_mv_length_horizontal", &log2MaxMotionVectorLengthHorizontal)
    try f.ue("log2_max_mv_length_vertical", &log2MaxMotionVectorLengthVertical)
    try f.ue("max_num_reorder_frames", &maxReorderFrameCount)
    try f.ue("max_dec_frame_buffering", &maxDecodedFrameCount)
  }
}
