import FieldCoding

/// The limits of a decoder's buffers (`hrd_parameters`, ITU-T H.265 §E.2.2).
public struct HRDParameters: Equatable, Sendable {
  /// Stated once for all layers: of those that do not state it, that of the HRD before.
  public var common = Common()
  public var subLayers: [SubLayer] = []

  /// What all sub-layers have in common (`commonInfPresentFlag` in `hrd_parameters`, ITU-T H.265
  /// §E.2.2).
  public struct Common: Equatable, Sendable {
    public var hasNAL = false
    public var hasVCL = false
    public var subPictures: SubPictures?
    public var bitRateScale: UInt8 = 0
    public var cpbSizeScale: UInt8 = 0
    public var cpbSizeDUScale: UInt8 = 0
    public var initialCPBRemovalDelayLengthMinus1: UInt8 = 0
    public var auCPBRemovalDelayLengthMinus1: UInt8 = 0
    public var dpbOutputDelayLengthMinus1: UInt8 = 0
    public init() {}
  }

  /// How the buffers work with decoding units, which are parts of pictures
  /// (`sub_pic_hrd_params_present_flag`, ITU-T H.265 §E.2.2).
  public struct SubPictures: Equatable, Sendable {
    public var tickDivisorMinus2: UInt8 = 0
    public var duCPBRemovalDelayIncrementLengthMinus1: UInt8 = 0
    public var isInPictureTimingSEI = false
    public var dpbOutputDelayDULengthMinus1: UInt8 = 0
    public init() {}
  }

  /// The rate of pictures and the buffers of one temporal sub-layer (in `hrd_parameters`, with
  /// `sub_layer_hrd_parameters`, ITU-T H.265 §E.2.3).
  public struct SubLayer: Equatable, Sendable {
    public var hasFixedPictureRate = false
    public var hasFixedPictureRateWithinCVS = false
    public var elementalDurationMinus1: UInt32 = 0
    public var isLowDelay = false
    public var cpbCountMinus1: UInt32 = 0
    /// The buffers for all NAL units (`nal_hrd_parameters_present_flag`); empty without.
    public var nal: [HRDBuffer] = []
    /// The buffers for VCL NAL units only (`vcl_hrd_parameters_present_flag`); empty if they are not stated.
    public var vcl: [HRDBuffer] = []
    public init() {}
  }

  public init() {}

  mutating func fields(
    _ f: inout FieldCoder, statesCommon: Bool, maxSubLayersMinus1: UInt32
  ) throws(FieldError) {
    if statesCommon { try common.fields(&f) }
    let common = common
    try f.list(
      "sub_layers", &subLayers, exactly: Int(maxSubLayersMinus1) + 1, blank: SubLayer()
    ) { (subLayer, f) throws(FieldError) in
      try subLayer.fields(&f, common)
    }
  }
}

extension HRDParameters.Common {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("nal_hrd_parameters_present_flag", &hasNAL)
    try f.flag("vcl_hrd_parameters_present_flag", &hasVCL)
    guard hasNAL || hasVCL else { return }
    try f.optional("sub_pic_hrd_params_present_flag", &subPictures, blank: .init()) {
      (part, f) throws(FieldError) in
      try f.uint(8, "tick_divisor_minus2", &part.tickDivisorMinus2)
      try f.uint(
        5, "du_cpb_removal_delay_increment_length_minus1",
        &part.duCPBRemovalDelayIncrementLengthMinus1)
      try f.flag("sub_pic_cpb_params_in_pic_timing_sei_flag", &part.isInPictureTimingSEI)
      try f.uint(5, "dpb_output_delay_du_length_minus1", &part.dpbOutputDelayDULengthMinus1)
    }
    try f.uint(4, "bit_rate_scale", &bitRateScale)
    try f.uint(4, "cpb_size_scale", &cpbSizeScale)
    if subPictures != nil { try f.uint(4, "cpb_size_du_scale", &cpbSizeDUScale) }
    try f.uint(
      5, "initial_cpb_removal_delay_length_minus1", &initialCPBRemovalDelayLengthMinus1)
    try f.uint(5, "au_cpb_removal_delay_length_minus1", &auCPBRemovalDelayLengthMinus1)
    try f.uint(5, "dpb_output_delay_length_minus1", &dpbOutputDelayLengthMinus1)
  }
}

extension HRDParameters.SubLayer {
  fileprivate mutating func fields(
    _ f: inout FieldCoder, _ common: HRDParameters.Common
  ) throws(FieldError) {
    try f.flag("fixed_pic_rate_general_flag", &hasFixedPictureRate)
    if !hasFixedPictureRate {
      try f.flag("fixed_pic_rate_within_cvs_flag", &hasFixedPictureRateWithinCVS)
    } else {
      // "When fixed_pic_rate_general_flag[ i ] is equal to 1, the value of
      // fixed_pic_rate_within_cvs_flag[ i ] is inferred to be equal to 1."
      hasFixedPictureRateWithinCVS = true
    }
    if hasFixedPictureRateWithinCVS {
      try f.ue("elemental_duration_in_tc_minus1", &elementalDurationMinus1)
    } else {
      try f.flag("low_delay_hrd_flag", &isLowDelay)
    }
    if !isLowDelay { try f.ue("cpb_cnt_minus1", &cpbCountMinus1, atMost: 31, "ITU-T H.265 §E.3.2") }
    let count = isLowDelay ? 1 : Int(cpbCountMinus1) + 1
    let hasUnits = common.subPictures != nil
    if common.hasNAL {
      try f.hrdBuffers(
        "nal_sub_layer_hrd_parameters", &nal, count: count, hasDecodingUnits: hasUnits)
    }
    if common.hasVCL {
      try f.hrdBuffers(
        "vcl_sub_layer_hrd_parameters", &vcl, count: count, hasDecodingUnits: hasUnits)
    }
  }
}

/// The duration of a clock tick (`vps_timing_info`, `vui_timing_info`; ITU-T H.265 §7.4.3.1, §E.3.1).
public struct TimingInformation: Equatable, Sendable {
  /// `vps_num_units_in_tick` or `vui_num_units_in_tick`: how many units of the clock a tick lasts.
  public var unitsInTick: UInt32 = 0
  /// `vps_time_scale` or `vui_time_scale`: how many units of the clock there are in a second.
  public var timeScale: UInt32 = 0
  /// The ticks between two pictures, less 1, if pictures come in steps of as many.
  public var ticksPOCDiffOneMinus1: UInt32?

  public init() {}

  mutating func fields(
    _ f: inout FieldCoder, units: StaticString, scale: StaticString, isProportional: StaticString,
    ticks: StaticString
  ) throws(FieldError) {
    try f.uint(32, units, &unitsInTick)
    try f.uint(32, scale, &timeScale)
    try f.optional(isProportional, &ticksPOCDiffOneMinus1, blank: 0) {
      (value, f) throws(FieldError) in
      try f.ue(ticks, &value)
    }
  }
}

/// The number of pictures that a decoder has to hold for a temporal sub-layer (ITU-T H.265 §7.4.3.1).
public struct SubLayerOrdering: Equatable, Sendable {
  /// `vps_max_dec_pic_buffering_minus1` or `sps_max_dec_pic_buffering_minus1`: how many pictures
  /// must be held, less 1.
  public var maxDecodedPictureBufferingMinus1: UInt32 = 0
  /// `vps_max_num_reorder_pics` or `sps_max_num_reorder_pics`: how many pictures may come before
  /// one and be shown after it.
  public var maxReorderedPictures: UInt32 = 0
  /// `vps_max_latency_increase_plus1` or `sps_max_latency_increase_plus1`: how many more may pass
  /// before one is shown, plus 1; 0 sets no limit.
  public var maxLatencyIncreasePlus1: UInt32 = 0
  public init() {}
}

/// The names of the fields that VPS and SPS have in common. Only these names differ.
struct SubLayerOrderingNames {
  var isPresent, buffering, reordering, latency: StaticString
}

extension FieldCoder {
  mutating func subLayerOrdering(
    _ names: SubLayerOrderingNames, isPresent: inout Bool, _ orderings: inout [SubLayerOrdering],
    maxSubLayersMinus1: UInt32
  ) throws(FieldError) {
    try flag(names.isPresent, &isPresent)
    let first = isPresent ? 0 : Int(maxSubLayersMinus1)
    try list(
      "sub_layer_ordering_info", &orderings, exactly: Int(maxSubLayersMinus1) + 1 - first,
      blank: SubLayerOrdering()
    ) { (ordering, f) throws(FieldError) in
      try f.ue(names.buffering, &ordering.maxDecodedPictureBufferingMinus1)
      try f.ue(names.reordering, &ordering.maxReorderedPictures)
      try f.ue(names.latency, &ordering.maxLatencyIncreasePlus1)
    }
  }
}
