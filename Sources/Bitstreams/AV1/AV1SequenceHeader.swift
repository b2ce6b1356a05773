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
