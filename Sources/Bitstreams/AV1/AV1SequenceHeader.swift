public import FieldCoding
public import NALUnits

/// What all frames of a sequence share (`sequence_header_obu`, AV1 §5.5.1): size, sample format,
/// coding tools.
public struct SequenceHeader: OBUContent {
  public static let name = "sequence_header_obu"
  public static let type = OBUType.sequenceHeader

  public var profile = Profile.main
  public var isStillPicture = false
  /// Whether the header is that of a still picture, which leaves much out.
  public var isReduced = false
  public var timing: TimingInformation?
  /// The model of the decoder; only together with ``timing``.
  public var decoderModel: DecoderModelInformation?
  public var hasInitialDisplayDelay = false
  /// 1 to 32; the first is for all layers.
  public var operatingPoints = [OperatingPoint()]
  public var frameWidthBitsMinus1: UInt8 = 15
  public var frameHeightBitsMinus1: UInt8 = 15
  public var maxFrameWidthMinus1: UInt32 = 0
  public var maxFrameHeightMinus1: UInt32 = 0
  public var frameIDs: FrameIDs?
  public var usesSuperblocksOf128 = false
  public var usesFilterIntra = false
  public var usesIntraEdgeFilter = false
  public var tools = InterTools()
  public var usesSuperResolution = false
  public var usesDirectionalEnhancement = false
  public var usesRestoration = false
  public var colour = ColourConfig()
  public var hasFilmGrain = false
  public var trailing = RBSPTrailing()

  /// The lengths of frame IDs (`frame_id_numbers_present_flag`, AV1 §5.5.1).
  public struct FrameIDs: Equatable, Sendable {
    public var deltaLengthMinus2: UInt8 = 0
    public var additionalLengthMinus1: UInt8 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(3, "seq_profile", &profile.rawValue, as: .names(Profile.names))
    try f.flag("still_picture", &isStillPicture)
    try f.flag("reduced_still_picture_header", &isReduced)
    try operatingPointFields(&f)
    try f.uint(4, "frame_width_bits_minus_1", &frameWidthBitsMinus1)
    try f.uint(4, "frame_height_bits_minus_1", &frameHeightBitsMinus1)
    try f.uint(Int(frameWidthBitsMinus1) + 1, "max_frame_width_minus_1", &maxFrameWidthMinus1)
    try f.uint(Int(frameHeightBitsMinus1) + 1, "max_frame_height_minus_1", &maxFrameHeightMinus1)
    if !isReduced {
      try f.optional("frame_id_numbers_present_flag", &frameIDs, blank: .init()) {
        (ids, f) throws(FieldError) in
        try f.uint(4, "delta_frame_id_length_minus_2", &ids.deltaLengthMinus2)
        try f.uint(3, "additional_frame_id_length_minus_1", &ids.additionalLengthMinus1)
      }
    }
    try f.flag("use_128x128_superblock", &usesSuperblocksOf128)
    try f.flag("enable_filter_intra", &usesFilterIntra)
    try f.flag("enable_intra_edge_filter", &usesIntraEdgeFilter)
    if !isReduced { try tools.fields(&f) }
    try f.flag("enable_superres", &usesSuperResolution)
    try f.flag("enable_cdef", &usesDirectionalEnhancement)
    try f.flag("enable_restoration", &usesRestoration)
    let profile = profile
    try f.within("color_config") { (f) throws(FieldError) in
      try colour.fields(&f, profile: profile)
    }
    try f.flag("film_grain_params_present", &hasFilmGrain)
    try trailing.fields(&f, stopBit: "trailing_one_bit")
  }

  private mutating func operatingPointFields(_ f: inout FieldCoder) throws(FieldError) {
    if isReduced {
      var point = operatingPoints.first ?? OperatingPoint()
      try f.uint(5, "seq_level_idx[0]", &point.level.index)
      operatingPoints = [point]
      return
    }
    try f.presence("timing_info_present_flag", of: &timing, blank: TimingInformation())
    try f.group("timing_info", &timing)
    if timing != nil {
      try f.presence(
        "decoder_model_info_present_flag", of: &decoderModel, blank: DecoderModelInformation())
      try f.group("decoder_model_info", &decoderModel)
    } else {
      decoderModel = nil
    }
    try f.flag("initial_display_delay_present_flag", &hasInitialDisplayDelay)
    guard f.isDecoding || !operatingPoints.isEmpty else {
      throw f.error(.invalid("there is no operating point, but AV1 §5.5.1 requires at least one"))
    }
    var countMinus1 = UInt8(clamping: operatingPoints.count - 1)
    try f.uint(5, "operating_points_cnt_minus_1", &countMinus1)
    let bufferDelayBits = decoderModel.map { Int($0.bufferDelayLengthMinus1) + 1 }
    let hasInitialDisplayDelay = hasInitialDisplayDelay
    try f.list(
      "operating_points", &operatingPoints, exactly: Int(countMinus1) + 1, blank: .init()
    ) { (point, f) throws(FieldError) in
      try point.fields(
        &f, bufferDelayBits: bufferDelayBits, hasInitialDisplayDelay: hasInitialDisplayDelay)
    }
  }
}

extension SequenceHeader {
  /// The largest size of a frame.
  public var maxFrameSize: PictureSize {
    PictureSize(width: Int(maxFrameWidthMinus1) + 1, height: Int(maxFrameHeightMinus1) + 1)
  }

  /// The level of the operating point with all layers.
  public var level: Level { operatingPoints.first?.level ?? Level() }
  /// Whether the tier of the operating point with all layers is the High one (`seq_tier`).
  public var isHighTier: Bool { operatingPoints.first?.isHighTier ?? false }
}

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

/// The sample format and what samples mean (`color_config`, AV1 §5.5.2).
public struct ColourConfig: Equatable, Sendable {
  public var isHighBitDepth = false
  /// Whether samples have 12 bits; only in the Professional profile with ``isHighBitDepth``.
  public var isTwelveBit = false
  public var isMonochrome = false
  public var description: ColourDescription?
  public var isFullRange = false
  public var subsamplingX = true
  public var subsamplingY = true
  /// The position of chroma samples; only for 4:2:0.
  public var chromaSamplePosition: UInt8 = 0
  public var hasSeparateUVDeltaQ = false

  public init() {}

  /// The bits of a sample (`BitDepth`, AV1 §6.4.2): 8, 10 or 12.
  public var bitDepth: Int { isHighBitDepth ? (isTwelveBit ? 12 : 10) : 8 }

  public var chromaFormat: ChromaFormat {
    switch (isMonochrome, subsamplingX, subsamplingY) {
    case (true, _, _): .monochrome
    case (false, true, true): .yuv420
    case (false, true, false): .yuv422
    case (false, false, _): .yuv444
    }
  }

  /// The names of the values (AV1 §6.4.2).
  public static let chromaSamplePositionNames: ValueNames = [
    0: "CSP_UNKNOWN", 1: "CSP_VERTICAL", 2: "CSP_COLOCATED", 3: "CSP_RESERVED",
  ]

  mutating func fields(_ f: inout FieldCoder, profile: Profile) throws(FieldError) {
    try f.flag("high_bitdepth", &isHighBitDepth)
    if profile.rawValue == 2 && isHighBitDepth {
      try f.flag("twelve_bit", &isTwelveBit)
    } else {
      isTwelveBit = false
    }
    if profile.rawValue == 1 {
      isMonochrome = false
    } else {
      try f.flag("mono_chrome", &isMonochrome)
    }
    try f.optional("color_description_present_flag", &description, blank: .init()) {
      (colour, f) throws(FieldError) in
      try f.uint(
        8, "color_primaries", &colour.colourPrimaries, as: .names(CodePoints.colourPrimaries))
      try f.uint(
        8, "transfer_characteristics", &colour.transferCharacteristics,
        as: .names(CodePoints.transferCharacteristics))
      try f.uint(
        8, "matrix_coefficients", &colour.matrixCoefficients,
        as: .names(CodePoints.matrixCoefficients))
    }
    if isMonochrome {
      try f.flag("color_range", &isFullRange)
      (subsamplingX, subsamplingY, chromaSamplePosition) = (true, true, 0)
      hasSeparateUVDeltaQ = false
      return
    }
    if isSRGB {
      (isFullRange, subsamplingX, subsamplingY) = (true, false, false)
    } else {
      try f.flag("color_range", &isFullRange)
      try subsamplingFields(&f, profile: profile)
      if subsamplingX && subsamplingY {
        try f.uint(
          2, "chroma_sample_position", &chromaSamplePosition,
          as: .names(ColourConfig.chromaSamplePositionNames))
      }
    }
    try f.flag("separate_uv_delta_q", &hasSeparateUVDeltaQ)
  }

  private mutating func subsamplingFields(
    _ f: inout FieldCoder, profile: Profile
  ) throws(FieldError) {
    switch profile.rawValue {
    case 0: (subsamplingX, subsamplingY) = (true, true)
    case 1: (subsamplingX, subsamplingY) = (false, false)
    default:
      guard bitDepth == 12 else {
        (subsamplingX, subsamplingY) = (true, false)
        return
      }
      try f.flag("subsampling_x", &subsamplingX)
      if subsamplingX { try f.flag("subsampling_y", &subsamplingY) } else { subsamplingY = false }
    }
  }

  /// Colours of sRGB that are stored as they are say by themselves that they are 4:4:4.
  private var isSRGB: Bool {
    description?.colourPrimaries == 1 && description?.transferCharacteristics == 13
      && description?.matrixCoefficients == 0
  }
}
