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
