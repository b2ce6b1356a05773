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

/// What later versions of the standard added to the PPS (ITU-T H.265 §7.3.2.3.1).
public struct PictureParameterSetExtensions: Equatable, Sendable {
  public var range: Range?
  public var multilayer: Multilayer?
  public var threeD: ThreeD?
  public var screenContent: ScreenContent?
  public var reserved: UInt8 = 0
  /// What reserved flags announce.
  public var data = BitString()

  public init() {}

  mutating func fields(
    _ f: inout FieldCoder, usesTransformSkip: Bool
  ) throws(FieldError) {
    try f.presence("pps_range_extension_flag", of: &range, blank: Range())
    try f.presence("pps_multilayer_extension_flag", of: &multilayer, blank: Multilayer())
    try f.presence("pps_3d_extension_flag", of: &threeD, blank: ThreeD())
    try f.presence("pps_scc_extension_flag", of: &screenContent, blank: ScreenContent())
    try f.uint(4, "pps_extension_4bits", &reserved)
    try f.group("pps_range_extension", &range) { (range, f) throws(FieldError) in
      try range.fields(&f, usesTransformSkip: usesTransformSkip)
    }
    try f.group("pps_multilayer_extension", &multilayer)
    try f.group("pps_3d_extension", &threeD)
    try f.group("pps_scc_extension", &screenContent)
    if reserved != 0 { try data.fields(&f, "pps_extension_data_flag") }
  }

  /// `pps_range_extension` (§7.3.2.3.2)
  public struct Range: Equatable, Sendable {
    public var log2MaxTransformSkipBlockSizeMinus2: UInt32 = 0
    public var usesCrossComponentPrediction = false
    public var chromaQPOffsets: ChromaQPOffsets?
    public var log2SAOOffsetScaleLuma: UInt32 = 0
    public var log2SAOOffsetScaleChroma: UInt32 = 0
    public init() {}

    fileprivate mutating func fields(
      _ f: inout FieldCoder, usesTransformSkip: Bool
    ) throws(FieldError) {
      if usesTransformSkip {
        try f.ue(
          "log2_max_transform_skip_block_size_minus2", &log2MaxTransformSkipBlockSizeMinus2)
      }
      try f.flag("cross_component_prediction_enabled_flag", &usesCrossComponentPrediction)
      try f.optional("chroma_qp_offset_list_enabled_flag", &chromaQPOffsets, blank: .init()) {
        (offsets, f) throws(FieldError) in
        try offsets.fields(&f)
      }
      try f.ue("log2_sao_offset_scale_luma", &log2SAOOffsetScaleLuma)
      try f.ue("log2_sao_offset_scale_chroma", &log2SAOOffsetScaleChroma)
    }
  }

  /// The offsets among which coding units choose (`chroma_qp_offset_list_enabled_flag`, ITU-T H.265
  /// §7.3.2.3.2).
  public struct ChromaQPOffsets: FieldCodable {
    public var diffCUChromaQPOffsetDepth: UInt32 = 0
    public var offsets = [ChromaQPOffset()]
    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.ue("diff_cu_chroma_qp_offset_depth", &diffCUChromaQPOffsetDepth)
      var countMinus1 = UInt32(clamping: offsets.count) &- 1
      try f.ue(
        "chroma_qp_offset_list_len_minus1", &countMinus1, atMost: 5, "ITU-T H.265 §7.4.3.3.2")
      try f.list(
        "chroma_qp_offset_list", &offsets, exactly: Int(countMinus1) + 1, blank: .init()
      ) { (offset, f) throws(FieldError) in
        try f.se("cb_qp_offset_list", &offset.cb)
        try f.se("cr_qp_offset_list", &offset.cr)
      }
    }
  }

  /// One pair of offsets (`cb_qp_offset_list`, `cr_qp_offset_list`), each -12 to 12.
  public struct ChromaQPOffset: Equatable, Sendable {
    public var cb: Int32 = 0
    public var cr: Int32 = 0
    public init() {}
  }

  /// `pps_scc_extension` (§7.3.2.3.3)
  public struct ScreenContent: FieldCodable {
    public var refersToCurrentPicture = false
    public var colourTransform: ColourTransform?
    public var palette: Palette?
    public init() {}

    /// The offsets of the adaptive colour transform (`pps_act_y_qp_offset_plus5` and so on).
    public struct ColourTransform: Equatable, Sendable {
      public var hasSliceOffsets = false
      public var yQPOffsetPlus5: Int32 = 0
      public var cbQPOffsetPlus5: Int32 = 0
      public var crQPOffsetPlus3: Int32 = 0
      public init() {}
    }

    /// The palette from which pictures start (`pps_palette_predictor_initializers_present_flag`).
    public struct Palette: Equatable, Sendable {
      public var entryCount: UInt32 = 0
      public var isMonochrome = false
      public var lumaBitDepthMinus8: UInt32 = 0
      public var chromaBitDepthMinus8: UInt32 = 0
      /// The entries of a palette to start from, for each colour component.
      public var initializers: [[UInt32]] = []
      public init() {}
    }

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("pps_curr_pic_ref_enabled_flag", &refersToCurrentPicture)
      try f.optional(
        "residual_adaptive_colour_transform_enabled_flag", &colourTransform, blank: .init()
      ) { (transform, f) throws(FieldError) in
        try f.flag("pps_slice_act_qp_offsets_present_flag", &transform.hasSliceOffsets)
        try f.se("pps_act_y_qp_offset_plus5", &transform.yQPOffsetPlus5)
        try f.se("pps_act_cb_qp_offset_plus5", &transform.cbQPOffsetPlus5)
        try f.se("pps_act_cr_qp_offset_plus3", &transform.crQPOffsetPlus3)
      }
      try f.optional(
        "pps_palette_predictor_initializers_present_flag", &palette, blank: .init()
      ) { (palette, f) throws(FieldError) in
        try palette.fields(&f)
      }
    }
  }
}

extension PictureParameterSetExtensions.ScreenContent.Palette {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.ue(
      "pps_num_palette_predictor_initializers", &entryCount, atMost: 128, "ITU-T H.265 §A.3.7")
    guard entryCount > 0 else { return }
    try f.flag("monochrome_palette_flag", &isMonochrome)
    try f.ue(
      "luma_bit_depth_entry_minus8", &lumaBitDepthMinus8, atMost: 8, "ITU-T H.265 §7.4.3.3.3")
    if !isMonochrome {
      try f.ue(
        "chroma_bit_depth_entry_minus8", &chromaBitDepthMinus8, atMost: 8, "ITU-T H.265 §7.4.3.3.3")
    }
    let luma = Int(lumaBitDepthMinus8) + 8
    let chroma = Int(chromaBitDepthMinus8) + 8
    try f.paletteEntries(
      "pps_palette_predictor_initializer", &initializers, count: Int(entryCount),
      bitDepths: isMonochrome ? [luma] : [luma, chroma, chroma])
  }
}

extension PictureParameterSetExtensions {
  /// `pps_multilayer_extension` (ITU-T H.265 §F.7.3.2.3.4)
  public struct Multilayer: FieldCodable {
    public var hasPOCResetInformation = false
    /// The layer whose scaling lists are used.
    public var scalingListReferenceLayerID: UInt8?
    public var locationOffsets: [LocationOffset] = []
    public var colourMapping: ColourMappingTable?
    public init() {}

    /// The position of the picture of a layer in that of another.
    public struct LocationOffset: FieldCodable {
      public var layerID: UInt8 = 0
      public var scaledReferenceLayer: Offsets?
      public var referenceRegion: Offsets?
      public var resamplePhases: ResamplePhases?
      public init() {}

      public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
        try f.uint(6, "ref_loc_offset_layer_id", &layerID)
        try f.optional(
          "scaled_ref_layer_offset_present_flag", &scaledReferenceLayer, blank: .init()
        ) { (offsets, f) throws(FieldError) in
          try f.se("scaled_ref_layer_left_offset", &offsets.left)
          try f.se("scaled_ref_layer_top_offset", &offsets.top)
          try f.se("scaled_ref_layer_right_offset", &offsets.right)
          try f.se("scaled_ref_layer_bottom_offset", &offsets.bottom)
        }
        try f.optional("ref_region_offset_present_flag", &referenceRegion, blank: .init()) {
          (offsets, f) throws(FieldError) in
          try f.se("ref_region_left_offset", &offsets.left)
          try f.se("ref_region_top_offset", &offsets.top)
          try f.se("ref_region_right_offset", &offsets.right)
          try f.se("ref_region_bottom_offset", &offsets.bottom)
        }
        try f.optional("resample_phase_set_present_flag", &resamplePhases, blank: .init()) {
          (phases, f) throws(FieldError) in
          try f.ue("phase_hor_luma", &phases.horizontalLuma)
          try f.ue("phase_ver_luma", &phases.verticalLuma)
          try f.ue("phase_hor_chroma_plus8", &phases.horizontalChromaPlus8)
          try f.ue("phase_ver_chroma_plus8", &phases.verticalChromaPlus8)
        }
      }
    }

    /// Distances from the edges of a picture (such as `scaled_ref_layer_left_offset`), in units of
    /// chroma samples.
    public struct Offsets: Equatable, Sendable {
      public var left: Int32 = 0
      public var top: Int32 = 0
      public var right: Int32 = 0
      public var bottom: Int32 = 0
      public init() {}
    }

    /// The phases of the samples when a layer is resampled (`phase_hor_luma` and so on), in units of 1/16 of a
    /// sample.
    public struct ResamplePhases: Equatable, Sendable {
      public var horizontalLuma: UInt32 = 0
      public var verticalLuma: UInt32 = 0
      public var horizontalChromaPlus8: UInt32 = 8
      public var verticalChromaPlus8: UInt32 = 8
      public init() {}
    }

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("poc_reset_info_present_flag", &hasPOCResetInformation)
      try f.optional("pps_infer_scaling_list_flag", &scalingListReferenceLayerID, blank: 0) {
        (layer, f) throws(FieldError) in
        try f.uint(6, "pps_scaling_list_ref_layer_id", &layer)
      }
      var count = UInt32(clamping: locationOffsets.count)
      // There are at most as many as there are layers below: vps_max_layers_minus1 is at most 62.
      try f.ue("num_ref_loc_offsets", &count, atMost: 62, "ITU-T H.265 §F.7.4.3.3.4")
      try f.list("ref_loc_offsets", &locationOffsets, exactly: Int(count), blank: .init()) {
        (offset, f) throws(FieldError) in
        try offset.fields(&f)
      }
      try f.presence(
        "colour_mapping_enabled_flag", of: &colourMapping, blank: ColourMappingTable())
      try f.group("colour_mapping_table", &colourMapping)
    }
  }
}
