public import FieldCoding
public import NALUnits

/// What all pictures of a sequence share (`seq_parameter_set_rbsp`, ITU-T H.266 §7.3.2.4): size,
/// sample format, coding tools.
public struct SequenceParameterSet: NALUnitContent {
  public static let name = "seq_parameter_set_rbsp"
  public static let types = [NALUnitType.sequenceParameterSet]

  public var header = NALUnitHeader(.sequenceParameterSet)
  public var id: UInt8 = 0
  /// The ID of the VPS; 0 if there is none.
  public var videoParameterSetID: UInt8 = 0
  public var maxSubLayersMinus1: UInt32 = 0
  public var chromaFormat = ChromaFormat.yuv420
  public var log2CTUSizeMinus5: UInt32 = 2
  /// The profile and level; nil if the VPS states them. ``buffering`` and ``timing`` exist only with it.
  public var profileTierLevel: ProfileTierLevel?
  public var usesGradualRefresh = false
  /// Whether the size may change; nil if references are not resampled.
  public var mayChangeSize: Bool?
  public var maxWidth: UInt32 = 0
  public var maxHeight: UInt32 = 0
  /// The cropping window, in units of chroma samples; see ``displaySize``.
  public var conformanceWindow: ConformanceWindow?
  public var subpictures: Subpictures?
  public var bitDepthMinus8: UInt32 = 0
  public var usesEntropyCodingSync = false
  public var hasEntryPointOffsets = false
  public var log2MaxPictureOrderCountLSBMinus4: UInt8 = 0
  public var pictureOrderCountMSBLengthMinus1: UInt32?
  /// `sps_extra_ph_bit_present_flag`, 8 to a byte.
  public var extraPictureHeaderBits: [UInt8] = []
  public var extraSliceHeaderBits: [UInt8] = []
  public var buffering = Buffering()
  public var partitions = Partitions()
  public var transforms = Transforms()
  public var filters = Filters()
  public var references = References()
  public var motion = Motion()
  public var intra = IntraTools()
  public var quantisation = Quantisation()
  public var timing: TimingHRD?
  public var isFieldSequence = false
  public var vui: VUIPayload?
  /// The flags of the extensions, which then are in ``trailing``.
  public var extensionFlags: UInt8?
  public var trailing = RBSPTrailing()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try headerFields(&f)
    try f.uint(4, "sps_seq_parameter_set_id", &id)
    try f.uint(4, "sps_video_parameter_set_id", &videoParameterSetID)
    try f.uint(
      3, "sps_max_sublayers_minus1", &maxSubLayersMinus1, atMost: 6, "ITU-T H.266 §7.4.3.4")
    try f.choice(2, "sps_chroma_format_idc", &chromaFormat, as: .names(ChromaFormat.names))
    try f.uint(2, "sps_log2_ctu_size_minus5", &log2CTUSizeMinus5, atMost: 2, "ITU-T H.266 §7.4.3.4")
    let maxSubLayersMinus1 = Int(maxSubLayersMinus1)
    try f.presence(
      "sps_ptl_dpb_hrd_params_present_flag", of: &profileTierLevel, blank: ProfileTierLevel())
    try f.group("profile_tier_level", &profileTierLevel) { (value, f) throws(FieldError) in
      try value.fields(&f, maxSubLayersMinus1: maxSubLayersMinus1)
    }
    try sizeFields(&f)
    try f.ue("sps_bitdepth_minus8", &bitDepthMinus8, atMost: 8, "ITU-T H.266 §7.4.3.4")
    try f.flag("sps_entropy_coding_sync_enabled_flag", &usesEntropyCodingSync)
    try f.flag("sps_entry_point_offsets_present_flag", &hasEntryPointOffsets)
    try f.uint(4, "sps_log2_max_pic_order_cnt_lsb_minus4", &log2MaxPictureOrderCountLSBMinus4)
    try f.optional("sps_poc_msb_cycle_flag", &pictureOrderCountMSBLengthMinus1, blank: 0) {
      (length, f) throws(FieldError) in
      try f.ue("sps_poc_msb_cycle_len_minus1", &length)
    }
    try f.list(
      8, "sps_extra_ph_bit_present_flags", &extraPictureHeaderBits,
      count: .bits(2, "sps_num_extra_ph_bytes"), as: .hex)
    try f.list(
      8, "sps_extra_sh_bit_present_flags", &extraSliceHeaderBits,
      count: .bits(2, "sps_num_extra_sh_bytes"), as: .hex)
    if profileTierLevel != nil {
      try buffering.fields(&f, maxSubLayersMinus1: maxSubLayersMinus1)
    }
    try toolFields(&f)
    if profileTierLevel != nil {
      try f.presence("sps_timing_hrd_params_present_flag", of: &timing, blank: TimingHRD())
      try f.group("timing_hrd_parameters", &timing) { (timing, f) throws(FieldError) in
        try timing.fields(&f, maxSubLayersMinus1: maxSubLayersMinus1)
      }
    }
    try f.flag("sps_field_seq_flag", &isFieldSequence)
    try f.optional("sps_vui_parameters_present_flag", &vui, blank: VUIPayload()) {
      (vui, f) throws(FieldError) in
      try vui.fields(&f)
    }
    try f.optional("sps_extension_flag", &extensionFlags, blank: 0) {
      (flags, f) throws(FieldError) in
      // sps_range_extension_flag and sps_extension_7bits
      try f.uint(8, "sps_extension_8bits", &flags, as: .hex)
    }
    try trailing.fields(&f)
  }

  private mutating func sizeFields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("sps_gdr_enabled_flag", &usesGradualRefresh)
    try f.optional("sps_ref_pic_resampling_enabled_flag", &mayChangeSize, blank: false) {
      (value, f) throws(FieldError) in
      try f.flag("sps_res_change_in_clvs_allowed_flag", &value)
    }
    // Level 6.3 has pictures of at most 25984 samples in a row (Table A.2); 15.5 has no limit.
    try f.ue(
      "sps_pic_width_max_in_luma_samples", &maxWidth, atMost: 1 << 20, "no level of ITU-T H.266")
    try f.ue(
      "sps_pic_height_max_in_luma_samples", &maxHeight, atMost: 1 << 20, "no level of ITU-T H.266")
    try f.optional("sps_conformance_window_flag", &conformanceWindow, blank: ConformanceWindow()) {
      (window, f) throws(FieldError) in
      try f.ue("sps_conf_win_left_offset", &window.left)
      try f.ue("sps_conf_win_right_offset", &window.right)
      try f.ue("sps_conf_win_top_offset", &window.top)
      try f.ue("sps_conf_win_bottom_offset", &window.bottom)
    }
    let grid = Subpictures.Grid(
      width: maxWidth, height: maxHeight, log2CTUSize: Int(log2CTUSizeMinus5) + 5)
    try f.optional("sps_subpic_info_present_flag", &subpictures, blank: Subpictures()) {
      (subpictures, f) throws(FieldError) in
      try subpictures.fields(&f, grid)
    }
  }

  private mutating func toolFields(_ f: inout FieldCoder) throws(FieldError) {
    let hasChroma = chromaFormat != .monochrome
    try partitions.fields(&f, hasChroma: hasChroma)
    try transforms.fields(&f, isCTULarge: log2CTUSizeMinus5 > 0, hasChroma: hasChroma)
    try filters.fields(&f, hasChroma: hasChroma)
    let order = Int(log2MaxPictureOrderCountLSBMinus4) + 4
    try references.fields(
      &f, hasLayers: videoParameterSetID > 0, lsbBits: order,
      usesWeights: filters.usesWeightedPrediction || filters.usesWeightedBiprediction)
    try motion.fields(&f)
    try intra.fields(
      &f, chromaFormat, usesTransform64: transforms.usesSize64,
      usesTransformSkip: transforms.skip != nil)
    try quantisation.fields(
      &f, usesLFNST: transforms.usesLFNST, usesColourTransform: intra.usesColourTransform)
  }
}

extension SequenceParameterSet {
  /// The bits of a sample, 8 to 16 (`BitDepth`, ITU-T H.266 §7.4.3.4).
  public var bitDepth: Int { Int(bitDepthMinus8) + 8 }

  /// The largest size of a picture that is coded.
  public var codedSize: PictureSize { PictureSize(width: Int(maxWidth), height: Int(maxHeight)) }

  /// The size within the conformance window (§7.4.3.4).
  public var displaySize: PictureSize {
    guard let window = conformanceWindow else { return codedSize }
    let width = (Int(window.left) + Int(window.right)) * chromaFormat.subWidth
    let height = (Int(window.top) + Int(window.bottom)) * chromaFormat.subHeight
    return PictureSize(
      width: max(0, codedSize.width - width), height: max(0, codedSize.height - height))
  }

  /// The number of buffered pictures (`dpb_parameters`, §7.3.4).
  public struct Buffering: Equatable, Sendable {
    public var statesEachSubLayer = false
    /// The values for only the highest sub-layer, or for each.
    public var subLayers = [SubLayer()]

    /// The sizes of the buffer for one temporal sub-layer (in `dpb_parameters`, ITU-T H.266
    /// §7.3.4).
    public struct SubLayer: Equatable, Sendable {
      public var maxBufferingMinus1: UInt32 = 0
      public var maxReordering: UInt32 = 0
      public var maxLatencyIncreasePlus1: UInt32 = 0
      public init() {}
    }

    public init() {}

    fileprivate mutating func fields(
      _ f: inout FieldCoder, maxSubLayersMinus1: Int
    ) throws(FieldError) {
      if maxSubLayersMinus1 > 0 { try f.flag("sps_sublayer_dpb_params_flag", &statesEachSubLayer) }
      let count = statesEachSubLayer ? maxSubLayersMinus1 + 1 : 1
      try f.list("dpb_parameters", &subLayers, exactly: count, blank: .init()) {
        (layer, f) throws(FieldError) in
        try f.ue("dpb_max_dec_pic_buffering_minus1", &layer.maxBufferingMinus1)
        try f.ue("dpb_max_num_reorder_pics", &layer.maxReordering)
        try f.ue("dpb_max_latency_increase_plus1", &layer.maxLatencyIncreasePlus1)
      }
    }
  }

  /// `sps_subpic_info_present_flag`: subpictures, which can be decoded separately.
  public struct Subpictures: Equatable, Sendable {
    public var isIndependent = true
    public var haveSameSize = false
    /// 1 or more.
    public var subpictures = [Subpicture()]
    public var idLengthMinus1: UInt32 = 0
    /// `sps_subpic_id_mapping_explicitly_signalled_flag`
    public var hasExplicitIDs = false
    /// The IDs of the subpictures; nil if they are in the PPS.
    public var ids: [UInt32]?

    /// A part of the picture, in coding tree units.
    public struct Subpicture: Equatable, Sendable {
      public var left: UInt32 = 0
      public var top: UInt32 = 0
      public var widthMinus1: UInt32 = 0
      public var heightMinus1: UInt32 = 0
      public var isTreatedAsPicture = true
      public var filtersAcross = false
      public init() {}
    }

    fileprivate struct Grid {
      var columnBits: Int
      var rowBits: Int
      var hasColumns: Bool
      var hasRows: Bool

      /// Lengths are `Ceil( Log2( ( size + CtbSizeY - 1 ) >> CtbLog2SizeY ) )`.
      init(width: UInt32, height: UInt32, log2CTUSize: Int) {
        let size = 1 << log2CTUSize
        (hasColumns, hasRows) = (Int(width) > size, Int(height) > size)
        columnBits = bitsToCount(to: (Int(width) + size - 1) / size)
        rowBits = bitsToCount(to: (Int(height) + size - 1) / size)
      }
    }

    public init() {}

    fileprivate mutating func fields(_ f: inout FieldCoder, _ grid: Grid) throws(FieldError) {
      guard f.isDecoding || !subpictures.isEmpty else {
        throw f.error(
          .invalid("there is no subpicture, but ITU-T H.266 §7.4.3.4 requires at least one"))
      }
      var last = UInt32(clamping: subpictures.count - 1)
      // 600 is the most of any level but 15.5 (Table A.2).
      try f.ue("sps_num_subpics_minus1", &last, atMost: 65535, "no level of ITU-T H.266")
      if last > 0 {
        try f.flag("sps_independent_subpics_flag", &isIndependent)
        try f.flag("sps_subpic_same_size_flag", &haveSameSize)
      }
      let (isIndependent, haveSameSize) = (isIndependent, haveSameSize)
      var index: UInt32 = 0
      try f.list("subpics", &subpictures, exactly: Int(last) + 1, blank: .init()) {
        (part, f) throws(FieldError) in
        defer { index += 1 }
        guard last > 0 else { return }
        if !haveSameSize || index == 0 {
          if index > 0, grid.hasColumns {
            try f.uint(grid.columnBits, "sps_subpic_ctu_top_left_x", &part.left)
          }
          if index > 0, grid.hasRows {
            try f.uint(grid.rowBits, "sps_subpic_ctu_top_left_y", &part.top)
          }
          if index < last, grid.hasColumns {
            try f.uint(grid.columnBits, "sps_subpic_width_minus1", &part.widthMinus1)
          }
          if index < last, grid.hasRows {
            try f.uint(grid.rowBits, "sps_subpic_height_minus1", &part.heightMinus1)
          }
        }
        if !isIndependent {
          try f.flag("sps_subpic_treated_as_pic_flag", &part.isTreatedAsPicture)
          try f.flag("sps_loop_filter_across_subpic_enabled_flag", &part.filtersAcross)
        }
      }
      try f.ue("sps_subpic_id_len_minus1", &idLengthMinus1, atMost: 15, "ITU-T H.266 §7.4.3.4")
      let bits = Int(idLengthMinus1) + 1
      try f.flag("sps_subpic_id_mapping_explicitly_signalled_flag", &hasExplicitIDs)
      guard hasExplicitIDs else { return }
      try f.optional("sps_subpic_id_mapping_present_flag", &ids, blank: []) {
        (ids, f) throws(FieldError) in
        try f.checkCount("sps_subpic_id", ids.count, Int(last) + 1)
        try f.list(bits, "sps_subpic_id", &ids, count: .exactly(Int(last) + 1))
      }
    }
  }

  /// How coding tree units are divided.
  public struct Partitions: Equatable, Sendable {
    public var log2MinLumaCodingBlockSizeMinus2: UInt32 = 0
    public var canBeOverridden = false
    /// The tree of luma in intra slices (`sps_log2_diff_min_qt_min_cb_intra_slice_luma` and so on).
    public var intraLuma = Tree()
    /// The tree of chroma in intra slices; nil if it shares that of luma.
    public var intraChroma: Tree?
    /// The tree in inter slices (`sps_log2_diff_min_qt_min_cb_inter_slice` and so on).
    public var inter = Tree()

    /// The allowed division of a coding tree unit, first in four, and then in two or three.
    public struct Tree: Equatable, Sendable {
      /// The size of the smallest block after splits in four, relative to the smallest coding block (log2).
      public var log2DiffMinQTMinCB: UInt32 = 0
      /// The most nested splits of a block in two or three.
      public var maxMTTDepth: UInt32 = 0
      /// The room for blocks that are split in two (log2); with a ``maxMTTDepth`` above 0.
      public var log2DiffMaxBTMinQT: UInt32 = 0
      /// The room for blocks that are split in three (log2); with a ``maxMTTDepth`` above 0.
      public var log2DiffMaxTTMinQT: UInt32 = 0
      public init() {}

      fileprivate mutating func fields(
        _ f: inout FieldCoder, _ minQT: StaticString, _ depth: StaticString, _ maxBT: StaticString,
        _ maxTT: StaticString
      ) throws(FieldError) {
        try f.ue(minQT, &log2DiffMinQTMinCB)
        try f.ue(depth, &maxMTTDepth)
        if maxMTTDepth != 0 {
          try f.ue(maxBT, &log2DiffMaxBTMinQT)
          try f.ue(maxTT, &log2DiffMaxTTMinQT)
        }
      }
    }

    public init() {}

    mutating func fields(_ f: inout FieldCoder, hasChroma: Bool) throws(FieldError) {
      try f.ue("sps_log2_min_luma_coding_block_size_minus2", &log2MinLumaCodingBlockSizeMinus2)
      try f.flag("sps_partition_constraints_override_enabled_flag", &canBeOverridden)
      try intraLuma.fields(
        &f, "sps_log2_diff_min_qt_min_cb_intra_slice_luma",
        "sps_max_mtt_hierarchy_depth_intra_slice_luma",
        "sps_log2_diff_max_bt_min_qt_intra_slice_luma",
        "sps_log2_diff_max_tt_min_qt_intra_slice_luma")
      if hasChroma {
        try f.optional("sps_qtbtt_dual_tree_intra_flag", &intraChroma, blank: Tree()) {
          (tree, f) throws(FieldError) in
          try tree.fields(
            &f, "sps_log2_diff_min_qt_min_cb_intra_slice_chroma",
            "sps_max_mtt_hierarchy_depth_intra_slice_chroma",
            "sps_log2_diff_max_bt_min_qt_intra_slice_chroma",
            "sps_log2_diff_max_tt_min_qt_intra_slice_chroma")
        }
      }
      try inter.fields(
        &f, "sps_log2_diff_min_qt_min_cb_inter_slice", "sps_max_mtt_hierarchy_depth_inter_slice",
        "sps_log2_diff_max_bt_min_qt_inter_slice", "sps_log2_diff_max_tt_min_qt_inter_slice")
    }
  }

  /// How residuals are transformed.
  public struct Transforms: Equatable, Sendable {
    public var usesSize64 = false
    public var skip: Skip?
    public var multiple: Multiple?
    public var usesLFNST = false
    public var usesJointCbCr = false
    public var sharesChromaTable = true
    public var chromaTables: [QPTable] = []

    /// Residuals that are not transformed (`sps_transform_skip_enabled_flag`, ITU-T H.266
    /// §7.3.2.4).
    public struct Skip: Equatable, Sendable {
      public var log2MaxSizeMinus2: UInt32 = 0
      public var usesBDPCM = false
      public init() {}
    }

    /// Which blocks may choose their transform (`sps_mts_enabled_flag`, ITU-T H.266 §7.3.2.4).
    public struct Multiple: Equatable, Sendable {
      public var isExplicitIntra = false
      public var isExplicitInter = false
      public init() {}
    }

    /// The mapping of luma quantisation to chroma quantisation (`sps_qp_table_start_minus26` and the following fields).
    public struct QPTable: Equatable, Sendable {
      public var startMinus26: Int32 = 0
      /// 1 or more.
      public var points = [Point()]
      public init() {}

      /// A point of the table, by its distance from the one before (`sps_delta_qp_in_val_minus1`,
      /// `sps_delta_qp_diff_val`).
      public struct Point: Equatable, Sendable {
        public var deltaInputMinus1: UInt32 = 0
        public var deltaDifference: UInt32 = 0
        public init() {}
      }

      fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
        try f.se("sps_qp_table_start_minus26", &startMinus26)
        var last = UInt32(clamping: points.count - 1)
        try f.ue("sps_num_points_in_qp_table_minus1", &last, atMost: 63, "ITU-T H.266 §7.4.3.4")
        try f.list("points", &points, exactly: Int(last) + 1, blank: .init()) {
          (point, f) throws(FieldError) in
          try f.ue("sps_delta_qp_in_val_minus1", &point.deltaInputMinus1)
          try f.ue("sps_delta_qp_diff_val", &point.deltaDifference)
        }
      }
    }

    public init() {}

    mutating func fields(
      _ f: inout FieldCoder, isCTULarge: Bool, hasChroma: Bool
    ) throws(FieldError) {
      if isCTULarge {
        try f.flag("sps_max_luma_transform_size_64_flag", &usesSize64)
      } else {
        usesSize64 = false
      }
      try f.optional("sps_transform_skip_enabled_flag", &skip, blank: Skip()) {
        (skip, f) throws(FieldError) in
        try f.ue("sps_log2_transform_skip_max_size_minus2", &skip.log2MaxSizeMinus2)
        try f.flag("sps_bdpcm_enabled_flag", &skip.usesBDPCM)
      }
      try f.optional("sps_mts_enabled_flag", &multiple, blank: Multiple()) {
        (multiple, f) throws(FieldError) in
        try f.flag("sps_explicit_mts_intra_enabled_flag", &multiple.isExplicitIntra)
        try f.flag("sps_explicit_mts_inter_enabled_flag", &multiple.isExplicitInter)
      }
      try f.flag("sps_lfnst_enabled_flag", &usesLFNST)
      guard hasChroma else { return }
      try f.flag("sps_joint_cbcr_enabled_flag", &usesJointCbCr)
      try f.flag("sps_same_qp_table_for_chroma_flag", &sharesChromaTable)
      let count = sharesChromaTable ? 1 : usesJointCbCr ? 3 : 2
      try f.list("qp_tables", &chromaTables, exactly: count, blank: QPTable()) {
        (table, f) throws(FieldError) in
        try table.fields(&f)
      }
    }
  }
}
