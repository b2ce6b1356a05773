public import FieldCoding

/// The common properties of pictures (`pic_parameter_set_rbsp`, ITU-T H.265 §7.3.2.3): their division and their
/// filters.
public struct PictureParameterSet: NALUnitContent {
  public static let name = "pic_parameter_set_rbsp"
  public static let types = [NALUnitType.pictureParameterSet]

  public var header = NALUnitHeader(.pictureParameterSet)
  public var id: UInt32 = 0
  public var sequenceParameterSetID: UInt32 = 0
  public var usesDependentSlices = false
  public var hasOutputFlag = false
  public var extraSliceHeaderBits: UInt8 = 0
  public var usesSignDataHiding = false
  public var hasCABACInitFlag = false
  public var defaultReferenceIndexL0CountMinus1: UInt32 = 0
  public var defaultReferenceIndexL1CountMinus1: UInt32 = 0
  public var initialQPMinus26: Int32 = 0
  public var usesConstrainedIntraPrediction = false
  public var usesTransformSkip = false
  /// The depth to which separate quantisation parameters can be stated; nil if a slice has one for all blocks.
  public var diffCUQPDeltaDepth: UInt32?
  public var cbQPOffset: Int32 = 0
  public var crQPOffset: Int32 = 0
  public var hasSliceChromaQPOffsets = false
  public var usesWeightedPrediction = false
  public var usesWeightedBiprediction = false
  public var usesTransquantBypass = false
  public var usesEntropyCodingSync = false
  public var tiles: Tiles?
  public var filtersAcrossSlices = false
  public var deblocking: Deblocking?
  public var scalingLists: ScalingListData?
  public var modifiesReferenceLists = false
  public var log2ParallelMergeLevelMinus2: UInt32 = 0
  public var hasSliceHeaderExtension = false
  public var extensions: PictureParameterSetExtensions?
  public var trailing = RBSPTrailing()

  /// How pictures are divided into tiles (`tiles_enabled_flag`, ITU-T H.265 §7.3.2.3.1).
  public struct Tiles: Equatable, Sendable {
    public var columnCountMinus1: UInt32 = 0
    public var rowCountMinus1: UInt32 = 0
    /// The sizes of columns and rows; nil if all are of one size.
    public var spacing: Spacing?
    public var filtersAcross = true
    public init() {}
  }

  /// The sizes of all but the last, in coding tree blocks.
  public struct Spacing: Equatable, Sendable {
    public var columnWidthsMinus1: [UInt32] = []
    public var rowHeightsMinus1: [UInt32] = []
    public init() {}
  }

  /// The deblocking filter of pictures (`deblocking_filter_control_present_flag`, ITU-T H.265
  /// §7.3.2.3.1).
  public struct Deblocking: Equatable, Sendable {
    public var canBeOverridden = false
    public var isDisabled = false
    public var betaOffsetDiv2: Int32 = 0
    public var tcOffsetDiv2: Int32 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try headerFields(&f)
    try f.ue("pps_pic_parameter_set_id", &id, atMost: 63, "ITU-T H.265 §7.4.3.3.1")
    try f.ue(
      "pps_seq_parameter_set_id", &sequenceParameterSetID, atMost: 15, "ITU-T H.265 §7.4.3.3.1")
    try f.flag("dependent_slice_segments_enabled_flag", &usesDependentSlices)
    try f.flag("output_flag_present_flag", &hasOutputFlag)
    try f.uint(3, "num_extra_slice_header_bits", &extraSliceHeaderBits)
    try f.flag("sign_data_hiding_enabled_flag", &usesSignDataHiding)
    try f.flag("cabac_init_present_flag", &hasCABACInitFlag)
    try f.ue("num_ref_idx_l0_default_active_minus1", &defaultReferenceIndexL0CountMinus1)
    try f.ue("num_ref_idx_l1_default_active_minus1", &defaultReferenceIndexL1CountMinus1)
    try f.se("init_qp_minus26", &initialQPMinus26)
    try f.flag("constrained_intra_pred_flag", &usesConstrainedIntraPrediction)
    try f.flag("transform_skip_enabled_flag", &usesTransformSkip)
    try f.optional("cu_qp_delta_enabled_flag", &diffCUQPDeltaDepth, blank: 0) {
      (depth, f) throws(FieldError) in
      try f.ue("diff_cu_qp_delta_depth", &depth)
    }
    try f.se("pps_cb_qp_offset", &cbQPOffset)
    try f.se("pps_cr_qp_offset", &crQPOffset)
    try f.flag("pps_slice_chroma_qp_offsets_present_flag", &hasSliceChromaQPOffsets)
    try f.flag("weighted_pred_flag", &usesWeightedPrediction)
    try f.flag("weighted_bipred_flag", &usesWeightedBiprediction)
    try f.flag("transquant_bypass_enabled_flag", &usesTransquantBypass)
    try f.presence("tiles_enabled_flag", of: &tiles, blank: Tiles())
    try f.flag("entropy_coding_sync_enabled_flag", &usesEntropyCodingSync)
    if var present = tiles {
      try present.fields(&f)
      tiles = present
    }
    try f.flag("pps_loop_filter_across_slices_enabled_flag", &filtersAcrossSlices)
    try f.optional("deblocking_filter_control_present_flag", &deblocking, blank: .init()) {
      (deblocking, f) throws(FieldError) in
      try deblocking.fields(&f)
    }
    try f.presence(
      "pps_scaling_list_data_present_flag", of: &scalingLists, blank: ScalingListData())
    try f.group("scaling_list_data", &scalingLists)
    try f.flag("lists_modification_present_flag", &modifiesReferenceLists)
    try f.ue("log2_parallel_merge_level_minus2", &log2ParallelMergeLevelMinus2)
    try f.flag("slice_segment_header_extension_present_flag", &hasSliceHeaderExtension)
    let usesTransformSkip = usesTransformSkip
    try f.optional("pps_extension_present_flag", &extensions, blank: .init()) {
      (extensions, f) throws(FieldError) in
      try extensions.fields(&f, usesTransformSkip: usesTransformSkip)
    }
    try trailing.fields(&f)
  }
}

extension PictureParameterSet.Tiles {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    // 20 columns and 22 rows are the most of any level but 8.5 (Table A.8), which has no limit.
    try f.ue("num_tile_columns_minus1", &columnCountMinus1, atMost: 4095, "ITU-T H.265 §7.4.3.3.1")
    try f.ue("num_tile_rows_minus1", &rowCountMinus1, atMost: 4095, "ITU-T H.265 §7.4.3.3.1")
    var isUniform = spacing == nil
    try f.flag("uniform_spacing_flag", &isUniform)
    if isUniform {
      spacing = nil
    } else {
      var sizes = spacing ?? PictureParameterSet.Spacing()
      try f.ueList("column_width_minus1", &sizes.columnWidthsMinus1, count: Int(columnCountMinus1))
      try f.ueList("row_height_minus1", &sizes.rowHeightsMinus1, count: Int(rowCountMinus1))
      spacing = sizes
    }
    try f.flag("loop_filter_across_tiles_enabled_flag", &filtersAcross)
  }
}

extension PictureParameterSet.Deblocking {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("deblocking_filter_override_enabled_flag", &canBeOverridden)
    try f.flag("pps_deblocking_filter_disabled_flag", &isDisabled)
    if !isDisabled {
      try f.se("pps_beta_offset_div2", &betaOffsetDiv2)
      try f.se("pps_tc_offset_div2", &tcOffsetDiv2)
    }
  }
}
