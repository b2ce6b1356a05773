import FieldCoding
public import NALUnits

extension SequenceParameterSet {
  /// The duration of a tick, and the limits of a decoder's buffers (`general_timing_hrd_parameters` and
  /// `ols_timing_hrd_parameters`, ITU-T H.266 §7.3.5).
  public struct TimingHRD: Equatable, Sendable {
    public var unitsInTick: UInt32 = 0
    public var timeScale: UInt32 = 0
    public var hasNAL = false
    public var hasVCL = false
    public var hasSameTimingInAllSets = false
    /// The decoding units; nil if there are none.
    public var decodingUnits: DecodingUnits?
    public var bitRateScale: UInt8 = 0
    public var cpbSizeScale: UInt8 = 0
    public var cpbCountMinus1: UInt32 = 0
    public var statesEachSubLayer = false
    public var subLayers = [SubLayer()]

    /// How the buffers work with decoding units, which are parts of pictures
    /// (`general_du_hrd_params_present_flag`, ITU-T H.266 §7.3.5.1).
    public struct DecodingUnits: Equatable, Sendable {
      public var tickDivisorMinus2: UInt8 = 0
      public var cpbSizeScale: UInt8 = 0
      public init() {}
    }

    /// The rate of pictures and the buffers of one temporal sub-layer (in
    /// `ols_timing_hrd_parameters`, ITU-T H.266 §7.3.5.2).
    public struct SubLayer: Equatable, Sendable {
      public var hasFixedPictureRate = false
      public var hasFixedPictureRateWithinCVS = false
      public var elementalDurationMinus1: UInt32 = 0
      public var isLowDelay = false
      public var nal: [HRDBuffer] = []
      public var vcl: [HRDBuffer] = []
      public init() {}
    }

    public init() {}

    mutating func fields(_ f: inout FieldCoder, maxSubLayersMinus1: Int) throws(FieldError) {
      try f.uint(32, "num_units_in_tick", &unitsInTick)
      try f.uint(32, "time_scale", &timeScale)
      try f.flag("general_nal_hrd_params_present_flag", &hasNAL)
      try f.flag("general_vcl_hrd_params_present_flag", &hasVCL)
      if hasNAL || hasVCL { try scaleFields(&f) } else { decodingUnits = nil }
      if maxSubLayersMinus1 > 0 {
        try f.flag("sps_sublayer_cpb_params_present_flag", &statesEachSubLayer)
      }
      let general = self
      let count = statesEachSubLayer ? maxSubLayersMinus1 + 1 : 1
      try f.list("ols_timing_hrd_parameters", &subLayers, exactly: count, blank: .init()) {
        (layer, f) throws(FieldError) in
        try layer.fields(&f, general)
      }
    }

    private mutating func scaleFields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("general_same_pic_timing_in_all_ols_flag", &hasSameTimingInAllSets)
      try f.optional("general_du_hrd_params_present_flag", &decodingUnits, blank: .init()) {
        (units, f) throws(FieldError) in
        try f.uint(8, "tick_divisor_minus2", &units.tickDivisorMinus2)
      }
      try f.uint(4, "bit_rate_scale", &bitRateScale)
      try f.uint(4, "cpb_size_scale", &cpbSizeScale)
      if var units = decodingUnits {
        try f.uint(4, "cpb_size_du_scale", &units.cpbSizeScale)
        decodingUnits = units
      }
      try f.ue("hrd_cpb_cnt_minus1", &cpbCountMinus1, atMost: 31, "ITU-T H.266 §7.4.6.1")
    }
  }
}

extension SequenceParameterSet.TimingHRD.SubLayer {
  fileprivate mutating func fields(
    _ f: inout FieldCoder, _ general: SequenceParameterSet.TimingHRD
  ) throws(FieldError) {
    try f.flag("fixed_pic_rate_general_flag", &hasFixedPictureRate)
    if !hasFixedPictureRate {
      try f.flag("fixed_pic_rate_within_cvs_flag", &hasFixedPictureRateWithinCVS)
    } else {
      hasFixedPictureRateWithinCVS = true
    }
    if hasFixedPictureRateWithinCVS {
      try f.ue("elemental_duration_in_tc_minus1", &elementalDurationMinus1)
    } else if (general.hasNAL || general.hasVCL) && general.cpbCountMinus1 == 0 {
      try f.flag("low_delay_hrd_flag", &isLowDelay)
    }
    let count = Int(general.cpbCountMinus1) + 1
    let hasUnits = general.decodingUnits != nil
    if general.hasNAL {
      try f.hrdBuffers(
        "nal_sublayer_hrd_parameters", &nal, count: count, hasDecodingUnits: hasUnits)
    }
    if general.hasVCL {
      try f.hrdBuffers(
        "vcl_sublayer_hrd_parameters", &vcl, count: count, hasDecodingUnits: hasUnits)
    }
  }
}

/// How pictures are to be shown (`vui_payload`, ITU-T H.266 §7.3.2.22; `vui_parameters`, ITU-T H.274
/// §7.2).
public struct VUIPayload: Equatable, Sendable {
  /// The number of bytes, less 1.
  public var sizeMinus1: UInt32 = 0
  public var isProgressiveSource = false
  public var isInterlacedSource = false
  public var isNonPacked = false
  public var isNonProjected = false
  public var aspectRatio: AspectRatio?
  /// Whether the aspect ratio is the same in all pictures; only with ``aspectRatio``.
  public var isAspectRatioConstant = true
  /// Whether overscan is appropriate, so that the edges may be cut off; nil if it is not stated.
  public var isOverscanAppropriate: Bool?
  public var colour: ColourDescription?
  /// Whether samples use all values; only with ``colour``.
  public var isFullRange = false
  /// The positions of the chroma samples of a frame, or of the top field.
  public var chromaLocation: ChromaLocation?
  /// The remaining bits, with those that fill the last byte.
  public var rest = BitString()

  public init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.ue("sps_vui_payload_size_minus1", &sizeMinus1, atMost: 1023, "ITU-T H.266 §7.4.3.4")
    try f.alignToByte()
    let start = f.bitMark
    try parameters(&f)
    let left = (Int(sizeMinus1) + 1) * 8 - f.bits(since: start)
    guard left >= 0 else {
      throw f.error(.invalid("vui_parameters take more than their size (ITU-T H.266 §7.3.2.22)"))
    }
    try rest.fields(&f, "vui_payload_rest", count: left)
  }

  private mutating func parameters(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("vui_progressive_source_flag", &isProgressiveSource)
    try f.flag("vui_interlaced_source_flag", &isInterlacedSource)
    try f.flag("vui_non_packed_constraint_flag", &isNonPacked)
    try f.flag("vui_non_projected_constraint_flag", &isNonProjected)
    try f.presence("vui_aspect_ratio_info_present_flag", of: &aspectRatio, blank: AspectRatio())
    if var ratio = aspectRatio {
      try f.flag("vui_aspect_ratio_constant_flag", &isAspectRatioConstant)
      try f.uint(8, "vui_aspect_ratio_idc", &ratio.idc, as: .names(AspectRatio.names))
      if ratio.idc == 255 {
        try f.uint(16, "vui_sar_width", &ratio.width)
        try f.uint(16, "vui_sar_height", &ratio.height)
      }
      aspectRatio = ratio
    }
    try f.optional("vui_overscan_info_present_flag", &isOverscanAppropriate, blank: false) {
      (value, f) throws(FieldError) in
      try f.flag("vui_overscan_appropriate_flag", &value)
    }
    try f.presence(
      "vui_colour_description_present_flag", of: &colour, blank: ColourDescription())
    if var colour {
      try f.uint(
        8, "vui_colour_primaries", &colour.colourPrimaries,
        as: .names(CodePoints.colourPrimaries))
      try f.uint(
        8, "vui_transfer_characteristics", &colour.transferCharacteristics,
        as: .names(CodePoints.transferCharacteristics))
      try f.uint(
        8, "vui_matrix_coeffs", &colour.matrixCoefficients,
        as: .names(CodePoints.matrixCoefficients))
      try f.flag("vui_full_range_flag", &isFullRange)
      self.colour = colour
    }
    let isFrame = isProgressiveSource && !isInterlacedSource
    try f.optional("vui_chroma_loc_info_present_flag", &chromaLocation, blank: .init()) {
      (location, f) throws(FieldError) in
      if isFrame {
        try f.ue("vui_chroma_sample_loc_type_frame", &location.topField)
      } else {
        try f.ue("vui_chroma_sample_loc_type_top_field", &location.topField)
        try f.ue("vui_chroma_sample_loc_type_bottom_field", &location.bottomField)
      }
    }
  }
}
