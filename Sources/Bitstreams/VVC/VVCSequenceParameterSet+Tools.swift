import FieldCoding
import NALUnits

extension SequenceParameterSet {
  /// Filters for decoded samples and for predictions.
  public struct Filters: Equatable, Sendable {
    public var usesSampleAdaptiveOffset = false
    public var usesAdaptiveLoopFilter = false
    public var usesCrossComponentFilter = false
    public var usesLumaMapping = false
    public var usesWeightedPrediction = false
    public var usesWeightedBiprediction = false

    public init() {}

    mutating func fields(_ f: inout FieldCoder, hasChroma: Bool) throws(FieldError) {
      try f.flag("sps_sao_enabled_flag", &usesSampleAdaptiveOffset)
      try f.flag("sps_alf_enabled_flag", &usesAdaptiveLoopFilter)
      if usesAdaptiveLoopFilter && hasChroma {
        try f.flag("sps_ccalf_enabled_flag", &usesCrossComponentFilter)
      }
      try f.flag("sps_lmcs_enabled_flag", &usesLumaMapping)
      try f.flag("sps_weighted_pred_flag", &usesWeightedPrediction)
      try f.flag("sps_weighted_bipred_flag", &usesWeightedBiprediction)
    }
  }

  /// Motion vectors and the like.
  public struct Motion: Equatable, Sendable {
    public var usesWraparound = false
    /// Whether it is done for sub-blocks too; nil without temporal prediction.
    public var temporalPrediction: Bool?
    public var usesAdaptiveResolution = false
    /// Whether picture headers control it; nil without.
    public var bidirectionalFlow: Bool?
    public var usesSymmetricDifference = false
    /// Whether picture headers control the refinement of motion vectors (`sps_dmvr_enabled_flag`);
    /// nil without it.
    public var decoderRefinement: Bool?
    /// Whether only whole samples are used; nil without.
    public var mergeWithDifference: Bool?
    public var sixMinusMaxMergeCandidates: UInt32 = 0
    public var usesSubblockTransform = false
    public var affine: Affine?
    public var usesWeightedAverage = false
    public var usesCombinedPrediction = false
    /// `sps_max_num_merge_cand_minus_max_num_gpm_cand`; nil without geometric partitions.
    public var geometricPartitions: UInt32?
    public var log2ParallelMergeLevelMinus2: UInt32 = 0

    /// Motion that rotates and scales (`sps_affine_enabled_flag`, ITU-T H.266 §7.3.2.4).
    public struct Affine: Equatable, Sendable {
      public var fiveMinusMaxSubblockMergeCandidates: UInt32 = 0
      public var usesSixParameters = false
      public var usesAdaptiveResolution = false
      /// Whether picture headers control the refinement of affine motion
      /// (`sps_affine_prof_enabled_flag`); nil without it.
      public var refinement: Bool?
      public init() {}
    }

    public init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("sps_ref_wraparound_enabled_flag", &usesWraparound)
      try f.flagPair(
        "sps_temporal_mvp_enabled_flag", "sps_sbtmvp_enabled_flag", &temporalPrediction)
      try f.flag("sps_amvr_enabled_flag", &usesAdaptiveResolution)
      try f.flagPair(
        "sps_bdof_enabled_flag", "sps_bdof_control_present_in_ph_flag", &bidirectionalFlow)
      try f.flag("sps_smvd_enabled_flag", &usesSymmetricDifference)
      try f.flagPair(
        "sps_dmvr_enabled_flag", "sps_dmvr_control_present_in_ph_flag", &decoderRefinement)
      try f.flagPair(
        "sps_mmvd_enabled_flag", "sps_mmvd_fullpel_only_enabled_flag", &mergeWithDifference)
      try f.ue(
        "sps_six_minus_max_num_merge_cand", &sixMinusMaxMergeCandidates, atMost: 5,
        "ITU-T H.266 §7.4.3.4")
      let candidates = 6 - sixMinusMaxMergeCandidates
      try f.flag("sps_sbt_enabled_flag", &usesSubblockTransform)
      let usesAdaptiveResolution = usesAdaptiveResolution
      try f.optional("sps_affine_enabled_flag", &affine, blank: Affine()) {
        (affine, f) throws(FieldError) in
        try f.ue(
          "sps_five_minus_max_num_subblock_merge_cand",
          &affine.fiveMinusMaxSubblockMergeCandidates)
        try f.flag("sps_6param_affine_enabled_flag", &affine.usesSixParameters)
        if usesAdaptiveResolution {
          try f.flag("sps_affine_amvr_enabled_flag", &affine.usesAdaptiveResolution)
        }
        try f.flagPair(
          "sps_affine_prof_enabled_flag", "sps_prof_control_present_in_ph_flag",
          &affine.refinement)
      }
      try f.flag("sps_bcw_enabled_flag", &usesWeightedAverage)
      try f.flag("sps_ciip_enabled_flag", &usesCombinedPrediction)
      if candidates >= 2 {
        try f.optional("sps_gpm_enabled_flag", &geometricPartitions, blank: 0) {
          (value, f) throws(FieldError) in
          if candidates >= 3 {
            try f.ue("sps_max_num_merge_cand_minus_max_num_gpm_cand", &value)
          }
        }
      }
      try f.ue("sps_log2_parallel_merge_level_minus2", &log2ParallelMergeLevelMinus2)
    }
  }

  /// Tools for prediction from the same picture.
  public struct IntraTools: Equatable, Sendable {
    public var usesSubpartitions = false
    public var usesMultipleReferenceLines = false
    public var usesMatrices = false
    public var usesCrossComponentModel = false
    public var isChromaHorizontallyCollocated = true
    public var isChromaVerticallyCollocated = true
    public var usesPalette = false
    public var usesColourTransform = false
    public var minQPPrimeTS: UInt32 = 0
    /// `sps_six_minus_max_num_ibc_merge_cand`; nil without intra block copy.
    public var blockCopy: UInt32?

    public init() {}

    mutating func fields(
      _ f: inout FieldCoder, _ format: ChromaFormat, usesTransform64: Bool, usesTransformSkip: Bool
    ) throws(FieldError) {
      try f.flag("sps_isp_enabled_flag", &usesSubpartitions)
      try f.flag("sps_mrl_enabled_flag", &usesMultipleReferenceLines)
      try f.flag("sps_mip_enabled_flag", &usesMatrices)
      if format != .monochrome { try f.flag("sps_cclm_enabled_flag", &usesCrossComponentModel) }
      if format == .yuv420 {
        try f.flag("sps_chroma_horizontal_collocated_flag", &isChromaHorizontallyCollocated)
        try f.flag("sps_chroma_vertical_collocated_flag", &isChromaVerticallyCollocated)
      }
      try f.flag("sps_palette_enabled_flag", &usesPalette)
      if format == .yuv444 && !usesTransform64 {
        try f.flag("sps_act_enabled_flag", &usesColourTransform)
      } else {
        usesColourTransform = false
      }
      if usesTransformSkip || usesPalette { try f.ue("sps_min_qp_prime_ts", &minQPPrimeTS) }
      try f.optional("sps_ibc_enabled_flag", &blockCopy, blank: 0) {
        (value, f) throws(FieldError) in
        try f.ue("sps_six_minus_max_num_ibc_merge_cand", &value)
      }
    }
  }

  /// Quantisation, and the boundaries that filters do not cross.
  public struct Quantisation: Equatable, Sendable {
    public var lumaAdaptiveDeblocking: LumaAdaptiveDeblocking?
    public var usesScalingLists = false
    public var isDisabledForLFNST = false
    /// Whether the designated colour space is that of the lists; nil if lists hold for both.
    public var designatedColourSpace: Bool?
    public var usesDependentQuantisation = false
    public var usesSignDataHiding = false
    /// `sps_virtual_boundaries_enabled_flag`
    public var hasVirtualBoundaries = false
    /// The boundaries; nil if picture headers state them.
    public var virtualBoundaries: VirtualBoundaries?

    /// Deblocking that depends on how bright a block is (`sps_ladf_enabled_flag`, ITU-T H.266
    /// §7.3.2.4).
    public struct LumaAdaptiveDeblocking: Equatable, Sendable {
      public var lowestOffset: Int32 = 0
      /// 1 to 4.
      public var intervals = [Interval()]
      public init() {}

      /// A range of brightness with its offset (`sps_ladf_qp_offset`,
      /// `sps_ladf_delta_threshold_minus1`).
      public struct Interval: Equatable, Sendable {
        public var offset: Int32 = 0
        public var deltaThresholdMinus1: UInt32 = 0
        public init() {}
      }
    }

    /// Boundaries in units of 8 samples.
    public struct VirtualBoundaries: Equatable, Sendable {
      public var xMinus1: [UInt32] = []
      public var yMinus1: [UInt32] = []
      public init() {}
    }

    public init() {}

    mutating func fields(
      _ f: inout FieldCoder, usesLFNST: Bool, usesColourTransform: Bool
    ) throws(FieldError) {
      try f.optional("sps_ladf_enabled_flag", &lumaAdaptiveDeblocking, blank: .init()) {
        (value, f) throws(FieldError) in
        try value.fields(&f)
      }
      try f.flag("sps_explicit_scaling_list_enabled_flag", &usesScalingLists)
      if usesLFNST && usesScalingLists {
        try f.flag("sps_scaling_matrix_for_lfnst_disabled_flag", &isDisabledForLFNST)
      }
      if usesColourTransform && usesScalingLists {
        try f.flagPair(
          "sps_scaling_matrix_for_alternative_colour_space_disabled_flag",
          "sps_scaling_matrix_designated_colour_space_flag", &designatedColourSpace)
      }
      try f.flag("sps_dep_quant_enabled_flag", &usesDependentQuantisation)
      try f.flag("sps_sign_data_hiding_enabled_flag", &usesSignDataHiding)
      try f.flag("sps_virtual_boundaries_enabled_flag", &hasVirtualBoundaries)
      guard hasVirtualBoundaries else { return }
      try f.optional("sps_virtual_boundaries_present_flag", &virtualBoundaries, blank: .init()) {
        (boundaries, f) throws(FieldError) in
        var columns = UInt32(clamping: boundaries.xMinus1.count)
        try f.ue(
          "sps_num_ver_virtual_boundaries", &columns, atMost: 3, "ITU-T H.266 §7.4.3.4")
        try f.ueList(
          "sps_virtual_boundary_pos_x_minus1", &boundaries.xMinus1, count: Int(columns))
        var rows = UInt32(clamping: boundaries.yMinus1.count)
        try f.ue("sps_num_hor_virtual_boundaries", &rows, atMost: 3, "ITU-T H.266 §7.4.3.4")
        try f.ueList("sps_virtual_boundary_pos_y_minus1", &boundaries.yMinus1, count: Int(rows))
      }
    }
  }
}

extension SequenceParameterSet.Quantisation.LumaAdaptiveDeblocking {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    guard f.isDecoding || !intervals.isEmpty else {
      throw f.error(
        .invalid("there is no interval, but ITU-T H.266 §7.3.2.4 requires at least one"))
    }
    var countMinus1 = UInt8(clamping: intervals.count - 1)
    try f.uint(2, "sps_num_ladf_intervals_minus2", &countMinus1)
    try f.se("sps_ladf_lowest_interval_qp_offset", &lowestOffset)
    try f.list("ladf_intervals", &intervals, exactly: Int(countMinus1) + 1, blank: .init()) {
      (interval, f) throws(FieldError) in
      try f.se("sps_ladf_qp_offset", &interval.offset)
      try f.ue("sps_ladf_delta_threshold_minus1", &interval.deltaThresholdMinus1)
    }
  }
}

extension FieldCoder {
  /// A flag, and another one if it is 1.
  fileprivate mutating func flagPair(
    _ name: StaticString, _ second: StaticString, _ value: inout Bool?
  ) throws(FieldError) {
    try optional(name, &value, blank: false) { (value, f) throws(FieldError) in
      try f.flag(second, &value)
    }
  }
}

extension SequenceParameterSet {
  /// Which pictures others refer to.
  public struct References: Equatable, Sendable {
    public var usesLongTerm = false
    public var usesOtherLayers = false
    public var areInInstantaneousRefresh = false
    /// Whether list 1 is like list 0, so that ``lists`` has one element and not two.
    public var areListsAlike = true
    public var lists: [[List]] = [[]]

    /// `ref_pic_list_struct` (§7.3.10)
    public struct List: Equatable, Sendable {
      public var isLongTermInHeader = false
      public var entries: [Entry] = []
      public init() {}
    }

    /// One picture of a list (in `ref_pic_list_struct`, ITU-T H.266 §7.3.10).
    public struct Entry: Equatable, Sendable {
      /// `ilrp_idx`; nil for a picture of the same layer.
      public var layerIndex: UInt32?
      public var isShortTerm = true
      public var deltaPictureOrderCount: UInt32 = 0
      public var isNegative = false
      public var pictureOrderCountLSB: UInt32 = 0
      public init() {}
    }

    public init() {}

    mutating func fields(
      _ f: inout FieldCoder, hasLayers: Bool, lsbBits: Int, usesWeights: Bool
    ) throws(FieldError) {
      try f.flag("sps_long_term_ref_pics_flag", &usesLongTerm)
      if hasLayers {
        try f.flag("sps_inter_layer_prediction_enabled_flag", &usesOtherLayers)
      } else {
        usesOtherLayers = false
      }
      try f.flag("sps_idr_rpl_present_flag", &areInInstantaneousRefresh)
      try f.flag("sps_rpl1_same_as_rpl0_flag", &areListsAlike)
      let context = Context(
        usesLongTerm: usesLongTerm, usesOtherLayers: usesOtherLayers, lsbBits: lsbBits,
        usesWeights: usesWeights)
      try f.list("ref_pic_lists", &lists, exactly: areListsAlike ? 1 : 2, blank: []) {
        (lists, f) throws(FieldError) in
        var count = UInt32(clamping: lists.count)
        try f.ue("sps_num_ref_pic_lists", &count, atMost: 64, "ITU-T H.266 §7.4.3.4")
        try f.list("ref_pic_list_struct", &lists, exactly: Int(count), blank: List()) {
          (list, f) throws(FieldError) in
          try list.fields(&f, context)
        }
      }
    }

    fileprivate struct Context {
      var usesLongTerm, usesOtherLayers: Bool
      var lsbBits: Int
      var usesWeights: Bool
    }
  }
}

extension SequenceParameterSet.References.List {
  fileprivate mutating func fields(
    _ f: inout FieldCoder, _ context: SequenceParameterSet.References.Context
  ) throws(FieldError) {
    var count = UInt32(clamping: entries.count)
    // MaxDpbSize + 13 (§7.4.11), and MaxDpbSize is at most 16.
    try f.ue("num_ref_entries", &count, atMost: 29, "ITU-T H.266 §7.4.11")
    if context.usesLongTerm && count > 0 { try f.flag("ltrp_in_header_flag", &isLongTermInHeader) }
    let isLongTermInHeader = isLongTermInHeader
    var index = 0
    try f.list("entries", &entries, exactly: Int(count), blank: .init()) {
      (entry, f) throws(FieldError) in
      try entry.fields(
        &f, context, isFirst: index == 0, hasLSB: !isLongTermInHeader)
      index += 1
    }
  }
}

extension SequenceParameterSet.References.Entry {
  fileprivate mutating func fields(
    _ f: inout FieldCoder, _ context: SequenceParameterSet.References.Context, isFirst: Bool,
    hasLSB: Bool
  ) throws(FieldError) {
    if context.usesOtherLayers {
      try f.presence("inter_layer_ref_pic_flag", of: &layerIndex, blank: 0)
    } else {
      layerIndex = nil
    }
    if var index = layerIndex {
      try f.ue("ilrp_idx", &index)
      layerIndex = index
      return
    }
    if context.usesLongTerm {
      try f.flag("st_ref_pic_flag", &isShortTerm)
    } else {
      isShortTerm = true
    }
    if isShortTerm {
      try f.ue("abs_delta_poc_st", &deltaPictureOrderCount)
      // AbsDeltaPocSt is one more, except for pictures that may be listed twice with other weights.
      if deltaPictureOrderCount > 0 || isFirst || !context.usesWeights {
        try f.flag("strp_entry_sign_flag", &isNegative)
      }
    } else if hasLSB {
      try f.uint(context.lsbBits, "rpls_poc_lsb_lt", &pictureOrderCountLSB)
    }
  }
}
