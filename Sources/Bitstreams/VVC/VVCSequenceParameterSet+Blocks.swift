import FieldCoding

extension SequenceParameterSet {
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
