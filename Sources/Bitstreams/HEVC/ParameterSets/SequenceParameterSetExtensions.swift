public import FieldCoding

/// What later versions of the standard added to the SPS (ITU-T H.265 §7.3.2.2.1).
public struct SequenceParameterSetExtensions: Equatable, Sendable {
  public var range: Range?
  public var multilayer: Multilayer?
  public var threeD: ThreeD?
  public var screenContent: ScreenContent?
  public var reserved: UInt8 = 0
  /// What reserved flags announce.
  public var data = BitString()

  public init() {}

  mutating func fields(
    _ f: inout FieldCoder, _ samples: SampleFormat
  ) throws(FieldError) {
    try f.presence("sps_range_extension_flag", of: &range, blank: Range())
    try f.presence("sps_multilayer_extension_flag", of: &multilayer, blank: Multilayer())
    try f.presence("sps_3d_extension_flag", of: &threeD, blank: ThreeD())
    try f.presence("sps_scc_extension_flag", of: &screenContent, blank: ScreenContent())
    try f.uint(4, "sps_extension_4bits", &reserved)
    try f.group("sps_range_extension", &range)
    try f.group("sps_multilayer_extension", &multilayer)
    try f.group("sps_3d_extension", &threeD)
    try f.group("sps_scc_extension", &screenContent) { (part, f) throws(FieldError) in
      try part.fields(&f, samples)
    }
    if reserved != 0 { try data.fields(&f, "sps_extension_data_flag") }
  }

  /// `sps_range_extension` (§7.3.2.2.2)
  public struct Range: FieldCodable {
    public var usesTransformSkipRotation = false
    public var usesTransformSkipContext = false
    public var usesImplicitRDPCM = false
    public var usesExplicitRDPCM = false
    public var usesExtendedPrecision = false
    public var isIntraSmoothingDisabled = false
    public var usesHighPrecisionOffsets = false
    public var usesPersistentRiceAdaptation = false
    public var usesCABACBypassAlignment = false
    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("transform_skip_rotation_enabled_flag", &usesTransformSkipRotation)
      try f.flag("transform_skip_context_enabled_flag", &usesTransformSkipContext)
      try f.flag("implicit_rdpcm_enabled_flag", &usesImplicitRDPCM)
      try f.flag("explicit_rdpcm_enabled_flag", &usesExplicitRDPCM)
      try f.flag("extended_precision_processing_flag", &usesExtendedPrecision)
      try f.flag("intra_smoothing_disabled_flag", &isIntraSmoothingDisabled)
      try f.flag("high_precision_offsets_enabled_flag", &usesHighPrecisionOffsets)
      try f.flag("persistent_rice_adaptation_enabled_flag", &usesPersistentRiceAdaptation)
      try f.flag("cabac_bypass_alignment_enabled_flag", &usesCABACBypassAlignment)
    }
  }

  /// `sps_multilayer_extension` (§F.7.3.2.2.4)
  public struct Multilayer: FieldCodable {
    public var hasInterViewVerticalConstraint = false
    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("inter_view_mv_vert_constraint_flag", &hasInterViewVerticalConstraint)
    }
  }

  /// `sps_3d_extension` (§I.7.3.2.2.5): of texture, then of depth.
  public struct ThreeD: FieldCodable {
    public var texture = Texture()
    public var depth = Depth()
    public init() {}

    /// The tools of texture layers (`sps_3d_extension`, ITU-T H.265 §I.7.3.2.2.5, for `d` = 0).
    public struct Texture: Equatable, Sendable {
      public var usesDisparityCompensation = false
      public var usesMotionVectorScaling = false
      public var log2SubBlockSizeMinus3: UInt32 = 0
      public var usesResidualPrediction = false
      public var refersToDepth = false
      public var usesViewSynthesis = false
      public var usesDepthBasedPartitions = false
      public init() {}
    }

    /// The tools of depth layers (`sps_3d_extension`, ITU-T H.265 §I.7.3.2.2.5, for `d` = 1).
    public struct Depth: Equatable, Sendable {
      public var usesDisparityCompensation = false
      public var usesMotionVectorScaling = false
      public var usesTextureMotion = false
      public var log2TextureSubBlockSizeMinus3: UInt32 = 0
      public var usesIntraContour = false
      public var usesIntraDCOnlyWedge = false
      public var usesCodingTreePrediction = false
      public var usesInterDCOnly = false
      public var usesSkipIntra = false
      public init() {}
    }

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("iv_di_mc_enabled_flag", &texture.usesDisparityCompensation)
      try f.flag("iv_mv_scal_enabled_flag", &texture.usesMotionVectorScaling)
      try f.ue("log2_ivmc_sub_pb_size_minus3", &texture.log2SubBlockSizeMinus3)
      try f.flag("iv_res_pred_enabled_flag", &texture.usesResidualPrediction)
      try f.flag("depth_ref_enabled_flag", &texture.refersToDepth)
      try f.flag("vsp_mc_enabled_flag", &texture.usesViewSynthesis)
      try f.flag("dbbp_enabled_flag", &texture.usesDepthBasedPartitions)
      try f.flag("iv_di_mc_enabled_flag", &depth.usesDisparityCompensation)
      try f.flag("iv_mv_scal_enabled_flag", &depth.usesMotionVectorScaling)
      try f.flag("tex_mc_enabled_flag", &depth.usesTextureMotion)
      try f.ue("log2_texmc_sub_pb_size_minus3", &depth.log2TextureSubBlockSizeMinus3)
      try f.flag("intra_contour_enabled_flag", &depth.usesIntraContour)
      try f.flag("intra_dc_only_wedge_enabled_flag", &depth.usesIntraDCOnlyWedge)
      try f.flag("cqt_cu_part_pred_enabled_flag", &depth.usesCodingTreePrediction)
      try f.flag("inter_dc_only_enabled_flag", &depth.usesInterDCOnly)
      try f.flag("skip_intra_enabled_flag", &depth.usesSkipIntra)
    }
  }

  /// `sps_scc_extension` (§7.3.2.2.3)
  public struct ScreenContent: Equatable, Sendable {
    public var refersToCurrentPicture = false
    public var palette: Palette?
    public var motionVectorResolutionControlIDC: UInt8 = 0
    public var isIntraBoundaryFilteringDisabled = false
    public init() {}

    /// How large palettes are, and from which they start (`palette_mode_enabled_flag`, ITU-T H.265
    /// §7.3.2.2.3).
    public struct Palette: Equatable, Sendable {
      public var maxSize: UInt32 = 0
      public var deltaMaxPredictorSize: UInt32 = 0
      /// The entries of a palette to start from, as many for each colour component.
      public var initializers: [[UInt32]]?
      public init() {}
    }

    fileprivate mutating func fields(
      _ f: inout FieldCoder, _ samples: SampleFormat
    ) throws(FieldError) {
      try f.flag("sps_curr_pic_ref_enabled_flag", &refersToCurrentPicture)
      try f.optional("palette_mode_enabled_flag", &palette, blank: Palette()) {
        (palette, f) throws(FieldError) in
        try palette.fields(&f, samples)
      }
      try f.uint(2, "motion_vector_resolution_control_idc", &motionVectorResolutionControlIDC)
      try f.flag("intra_boundary_filtering_disabled_flag", &isIntraBoundaryFilteringDisabled)
    }
  }
}

extension SequenceParameterSetExtensions.ScreenContent.Palette {
  fileprivate mutating func fields(
    _ f: inout FieldCoder, _ samples: SampleFormat
  ) throws(FieldError) {
    // 64 and 128 are the most of any profile (§A.3.7).
    try f.ue("palette_max_size", &maxSize, atMost: 64, "ITU-T H.265 §A.3.7")
    try f.ue(
      "delta_palette_max_predictor_size", &deltaMaxPredictorSize, atMost: 128, "ITU-T H.265 §A.3.7")
    try f.optional(
      "sps_palette_predictor_initializers_present_flag", &initializers, blank: []
    ) { (initializers, f) throws(FieldError) in
      guard let bitDepths = samples.bitDepths else {
        throw f.error(
          .invalid("the bit depths are in the VPS, because sps_ext_or_max_sub_layers_minus1 is 7"))
      }
      try f.paletteInitializers(
        "sps_num_palette_predictor_initializers_minus1", countMinus: 1,
        "sps_palette_predictor_initializer", &initializers,
        bitDepths: bitDepths)
    }
  }
}

/// The properties of the rest of the SPS that the extensions need.
struct SampleFormat {
  /// The bit depth of each colour component; nil if they are in the VPS.
  var bitDepths: [Int]?

  init(of set: SequenceParameterSet) {
    guard !set.isMultiLayerExtension else { return }
    bitDepths =
      set.chromaFormat == .monochrome
      ? [set.bitDepthLuma] : [set.bitDepthLuma, set.bitDepthChroma, set.bitDepthChroma]
  }
}

extension FieldCoder {
  /// The palette to start from: a count, and as many entries for each colour component.
  mutating func paletteInitializers(
    _ countName: StaticString, countMinus bias: UInt32, _ name: StaticString,
    _ components: inout [[UInt32]], bitDepths: [Int]
  ) throws(FieldError) {
    var stored = UInt32(clamping: components.first?.count ?? 0) &- bias
    try ue(countName, &stored, atMost: 128 - bias, "ITU-T H.265 §A.3.7")
    try paletteEntries(name, &components, count: Int(stored + bias), bitDepths: bitDepths)
  }

  mutating func paletteEntries(
    _ name: StaticString, _ components: inout [[UInt32]], count: Int, bitDepths: [Int]
  ) throws(FieldError) {
    try checkCount(name, components.count, bitDepths.count)
    var depths = bitDepths.makeIterator()
    try list("components", &components, exactly: bitDepths.count, blank: []) {
      (entries, f) throws(FieldError) in
      try f.checkCount(name, entries.count, count)
      try f.list(depths.next() ?? 0, name, &entries, count: .exactly(count))
    }
  }
}

/// The quantisation matrices (`scaling_list_data`, ITU-T H.265 §7.3.4).
public struct ScalingListData: FieldCodable {
  /// Six for each of the sizes 4x4, 8x8 and 16x16, and two for 32x32.
  public var lists = Array(repeating: ScalingList(), count: ScalingListData.kinds.count)

  /// The scaling factors of one size and one matrix (in `scaling_list_data`, ITU-T H.265 §7.3.4).
  public struct ScalingList: Equatable, Sendable {
    /// The list is a copy of the list that is this number of lists before it; 0 means the default list.
    public var predMatrixIDDelta: UInt32 = 0
    /// The list's own coefficients instead.
    public var coefficients: Coefficients?
    public init() {}
  }

  /// The factors as they are coded (`scaling_list_dc_coef_minus8`, `scaling_list_delta_coef`).
  public struct Coefficients: Equatable, Sendable {
    /// The coefficient for the mean, less 8; for 16x16 and 32x32.
    public var dcMinus8: Int32 = 0
    /// Each as the difference from the one before.
    public var deltas: [Int32] = []
    public init() {}
  }

  fileprivate struct Kind: Sendable {
    var sizeID, matrixID: UInt32
    var label: String { "scaling_lists[\(sizeID)][\(matrixID)]" }
    /// The number of earlier lists of this size.
    var predecessors: UInt32 { sizeID == 3 ? matrixID / 3 : matrixID }
    var coefficientCount: Int { sizeID == 0 ? 16 : 64 }
  }

  private static let kinds: [Kind] =
    (0..<3).flatMap { size in (0..<6).map { Kind(sizeID: size, matrixID: $0) } }
    + [Kind(sizeID: 3, matrixID: 0), Kind(sizeID: 3, matrixID: 3)]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.checkCount("scaling_lists", lists.count, ScalingListData.kinds.count)
    for (index, kind) in ScalingListData.kinds.enumerated() {
      try f.within(kind.label) { (f) throws(FieldError) in
        try lists[index].fields(&f, kind)
      }
    }
  }
}

extension ScalingListData.ScalingList {
  fileprivate mutating func fields(
    _ f: inout FieldCoder, _ kind: ScalingListData.Kind
  ) throws(FieldError) {
    try f.optional("scaling_list_pred_mode_flag", &coefficients, blank: .init()) {
      (list, f) throws(FieldError) in
      if kind.sizeID > 1 { try f.se("scaling_list_dc_coef_minus8", &list.dcMinus8) }
      try f.seList("scaling_list_delta_coef", &list.deltas, count: kind.coefficientCount)
    }
    if coefficients == nil {
      try f.ue(
        "scaling_list_pred_matrix_id_delta", &predMatrixIDDelta, atMost: kind.predecessors,
        "ITU-T H.265 §7.4.5")
    }
  }
}
