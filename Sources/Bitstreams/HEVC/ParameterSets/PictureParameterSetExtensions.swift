public import FieldCoding

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
