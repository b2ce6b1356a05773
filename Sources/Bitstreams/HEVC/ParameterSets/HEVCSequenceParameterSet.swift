public import FieldCoding

/// The common properties of all pictures of a sequence (`seq_parameter_set_rbsp`, ITU-T H.265 §7.3.2.2): size, sample
/// format, coding tools.
///
/// An SPS of another layer may leave size and format to the VPS (`MultiLayerExtSpsFlag`, §F.7.3.2.2).
public struct SequenceParameterSet: NALUnitContent {
  public static let name = "seq_parameter_set_rbsp"
  public static let types = [NALUnitType.sequenceParameterSet]

  public var header = NALUnitHeader(.sequenceParameterSet)
  public var videoParameterSetID: UInt8 = 0
  /// The number of sub-layers minus one. In a layer other than the base layer, 7 means that many fields are in the
  /// VPS.
  public var maxSubLayersMinus1: UInt32 = 0
  public var hasTemporalIDNesting = true
  public var profileTierLevel = ProfileTierLevel()
  public var id: UInt32 = 0

  /// Which of the VPS's formats holds, instead of that of the layer; only with
  /// ``isMultiLayerExtension``.
  public var repFormatIndex: UInt8?
  public var chromaFormatIDC: UInt32 = 1
  public var hasSeparateColourPlanes = false
  public var width: UInt32 = 0
  public var height: UInt32 = 0
  /// The cropping window, in units of chroma samples; see ``displaySize``.
  public var conformanceWindow: ConformanceWindow?
  public var bitDepthLumaMinus8: UInt32 = 0
  public var bitDepthChromaMinus8: UInt32 = 0

  public var log2MaxPictureOrderCountLSBMinus4: UInt32 = 0
  /// `sps_sub_layer_ordering_info_present_flag`: each temporal sub-layer has its own sizes; otherwise those of the
  /// highest apply to all.
  public var statesEachSubLayerOrdering = true
  public var subLayerOrdering = [SubLayerOrdering()]
  public var log2MinLumaCodingBlockSizeMinus3: UInt32 = 0
  public var log2DiffMaxMinLumaCodingBlockSize: UInt32 = 0
  public var log2MinLumaTransformBlockSizeMinus2: UInt32 = 0
  public var log2DiffMaxMinLumaTransformBlockSize: UInt32 = 0
  public var maxTransformHierarchyDepthInter: UInt32 = 0
  public var maxTransformHierarchyDepthIntra: UInt32 = 0
  public var scalingLists: ScalingLists?
  public var usesAsymmetricMotionPartitions = false
  public var usesSampleAdaptiveOffset = false
  public var pcm: PCM?
  public var shortTermReferencePictureSets: [ShortTermReferencePictureSet] = []
  public var longTermReferencePictures: [LongTermReferencePicture]?
  public var usesTemporalMotionVectorPrediction = false
  public var usesStrongIntraSmoothing = false
  public var vui: VideoUsabilityInformation?
  public var extensions: SequenceParameterSetExtensions?
  public var trailing = RBSPTrailing()

  /// The scaling lists of the sequence (`scaling_list_enabled_flag`, ITU-T H.265 §7.3.2.2.1).
  public struct ScalingLists: Equatable, Sendable {
    /// The layer whose lists are used; only with ``isMultiLayerExtension``.
    public var referenceLayerID: UInt8?
    /// The lists; nil for the default ones.
    public var data: ScalingListData?
    public init() {}
  }

  /// PCM blocks, whose samples are stored without coding.
  public struct PCM: Equatable, Sendable {
    public var bitDepthLumaMinus1: UInt8 = 0
    public var bitDepthChromaMinus1: UInt8 = 0
    public var log2MinLumaCodingBlockSizeMinus3: UInt32 = 0
    public var log2DiffMaxMinLumaCodingBlockSize: UInt32 = 0
    public var isLoopFilterDisabled = false
    public init() {}
  }

  /// A picture that may be referred to for long (`lt_ref_pic_poc_lsb_sps`,
  /// `used_by_curr_pic_lt_sps_flag`).
  public struct LongTermReferencePicture: Equatable, Sendable {
    public var pictureOrderCountLSB: UInt32 = 0
    public var isUsedByCurrentPicture = false
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try headerFields(&f)
    try f.uint(4, "sps_video_parameter_set_id", &videoParameterSetID)
    if header.layerID == 0 {
      try f.uint(
        3, "sps_max_sub_layers_minus1", &maxSubLayersMinus1, atMost: 6, "ITU-T H.265 §7.4.3.2.1")
    } else {
      try f.uint(3, "sps_ext_or_max_sub_layers_minus1", &maxSubLayersMinus1)
    }
    if !isMultiLayerExtension {
      try f.flag("sps_temporal_id_nesting_flag", &hasTemporalIDNesting)
      try f.within("profile_tier_level") { (f) throws(FieldError) in
        try profileTierLevel.fields(&f, maxSubLayersMinus1: maxSubLayersMinus1)
      }
    }
    try f.ue("sps_seq_parameter_set_id", &id, atMost: 15, "ITU-T H.265 §7.4.3.2.1")
    if isMultiLayerExtension {
      try f.optional("update_rep_format_flag", &repFormatIndex, blank: 0) {
        (index, f) throws(FieldError) in
        try f.uint(8, "sps_rep_format_idx", &index)
      }
    } else {
      try formatFields(&f)
    }
    try f.ue(
      "log2_max_pic_order_cnt_lsb_minus4", &log2MaxPictureOrderCountLSBMinus4, atMost: 12,
      "ITU-T H.265 §7.4.3.2.1")
    if !isMultiLayerExtension {
      try f.subLayerOrdering(
        SequenceParameterSet.orderingNames, isPresent: &statesEachSubLayerOrdering,
        &subLayerOrdering, maxSubLayersMinus1: maxSubLayersMinus1)
    }
    try toolFields(&f)
    try referenceFields(&f)
    try f.flag("sps_temporal_mvp_enabled_flag", &usesTemporalMotionVectorPrediction)
    try f.flag("strong_intra_smoothing_enabled_flag", &usesStrongIntraSmoothing)
    try f.presence(
      "vui_parameters_present_flag", of: &vui, blank: VideoUsabilityInformation())
    let subLayers = isMultiLayerExtension ? nil : maxSubLayersMinus1
    try f.group("vui_parameters", &vui) { (vui, f) throws(FieldError) in
      try vui.fields(&f, maxSubLayersMinus1: subLayers)
    }
    let samples = SampleFormat(of: self)
    try f.optional("sps_extension_present_flag", &extensions, blank: .init()) {
      (extensions, f) throws(FieldError) in
      try extensions.fields(&f, samples)
    }
    try trailing.fields(&f)
  }

  private mutating func formatFields(_ f: inout FieldCoder) throws(FieldError) {
    let start = f.offset
    try f.ue(
      "chroma_format_idc", &chromaFormatIDC, atMost: 3, "ITU-T H.265 §7.4.3.2.1",
      as: .names(ChromaFormat.names))
    if chromaFormatIDC == 3 { try f.flag("separate_colour_plane_flag", &hasSeparateColourPlanes) }
    try f.ue("pic_width_in_luma_samples", &width)
    try f.ue("pic_height_in_luma_samples", &height)
    try f.optional("conformance_window_flag", &conformanceWindow, blank: ConformanceWindow()) {
      (window, f) throws(FieldError) in
      try f.ue("conf_win_left_offset", &window.left)
      try f.ue("conf_win_right_offset", &window.right)
      try f.ue("conf_win_top_offset", &window.top)
      try f.ue("conf_win_bottom_offset", &window.bottom)
    }
    guard displaySize.width > 0, displaySize.height > 0 else {
      throw FieldError(
        .invalid(
          "of \(width) x \(height) samples, the conformance window leaves none "
            + "(ITU-T H.265 §7.4.3.2.1)"),
        offset: start, path: ["pic_width_in_luma_samples"])
    }
    try f.ue("bit_depth_luma_minus8", &bitDepthLumaMinus8, atMost: 8, "ITU-T H.265 §7.4.3.2.1")
    try f.ue("bit_depth_chroma_minus8", &bitDepthChromaMinus8, atMost: 8, "ITU-T H.265 §7.4.3.2.1")
  }

  private mutating func toolFields(_ f: inout FieldCoder) throws(FieldError) {
    try f.ue("log2_min_luma_coding_block_size_minus3", &log2MinLumaCodingBlockSizeMinus3)
    try f.ue("log2_diff_max_min_luma_coding_block_size", &log2DiffMaxMinLumaCodingBlockSize)
    try f.ue("log2_min_luma_transform_block_size_minus2", &log2MinLumaTransformBlockSizeMinus2)
    try f.ue("log2_diff_max_min_luma_transform_block_size", &log2DiffMaxMinLumaTransformBlockSize)
    try f.ue("max_transform_hierarchy_depth_inter", &maxTransformHierarchyDepthInter)
    try f.ue("max_transform_hierarchy_depth_intra", &maxTransformHierarchyDepthIntra)
    let isMultiLayerExtension = isMultiLayerExtension
    try f.optional("scaling_list_enabled_flag", &scalingLists, blank: .init()) {
      (lists, f) throws(FieldError) in
      try lists.fields(&f, isMultiLayerExtension: isMultiLayerExtension)
    }
    try f.flag("amp_enabled_flag", &usesAsymmetricMotionPartitions)
    try f.flag("sample_adaptive_offset_enabled_flag", &usesSampleAdaptiveOffset)
    try f.optional("pcm_enabled_flag", &pcm, blank: .init()) { (pcm, f) throws(FieldError) in
      try f.uint(4, "pcm_sample_bit_depth_luma_minus1", &pcm.bitDepthLumaMinus1)
      try f.uint(4, "pcm_sample_bit_depth_chroma_minus1", &pcm.bitDepthChromaMinus1)
      try f.ue(
        "log2_min_pcm_luma_coding_block_size_minus3", &pcm.log2MinLumaCodingBlockSizeMinus3)
      try f.ue(
        "log2_diff_max_min_pcm_luma_coding_block_size", &pcm.log2DiffMaxMinLumaCodingBlockSize)
      try f.flag("pcm_loop_filter_disabled_flag", &pcm.isLoopFilterDisabled)
    }
  }

  private mutating func referenceFields(_ f: inout FieldCoder) throws(FieldError) {
    var count = UInt32(clamping: shortTermReferencePictureSets.count)
    try f.ue("num_short_term_ref_pic_sets", &count, atMost: 64, "ITU-T H.265 §7.4.3.2.1")
    var index = 0
    var previous = ShortTermReferencePictureSet.DeltaPOCs()
    try f.list(
      "st_ref_pic_set", &shortTermReferencePictureSets, exactly: Int(count), blank: .init()
    ) { (set, f) throws(FieldError) in
      try set.fields(&f, index: index, previous: previous)
      previous = set.deltaPOCs(previous: previous)
      index += 1
    }
    let lsbBits = Int(log2MaxPictureOrderCountLSBMinus4) + 4
    try f.optional("long_term_ref_pics_present_flag", &longTermReferencePictures, blank: []) {
      (pictures, f) throws(FieldError) in
      var count = UInt32(clamping: pictures.count)
      try f.ue("num_long_term_ref_pics_sps", &count, atMost: 32, "ITU-T H.265 §7.4.3.2.1")
      try f.list("lt_ref_pics", &pictures, exactly: Int(count), blank: .init()) {
        (picture, f) throws(FieldError) in
        try f.uint(lsbBits, "lt_ref_pic_poc_lsb_sps", &picture.pictureOrderCountLSB)
        try f.flag("used_by_curr_pic_lt_sps_flag", &picture.isUsedByCurrentPicture)
      }
    }
  }

  private static let orderingNames = SubLayerOrderingNames(
    isPresent: "sps_sub_layer_ordering_info_present_flag",
    buffering: "sps_max_dec_pic_buffering_minus1", reordering: "sps_max_num_reorder_pics",
    latency: "sps_max_latency_increase_plus1")
}

extension SequenceParameterSet.ScalingLists {
  fileprivate mutating func fields(
    _ f: inout FieldCoder, isMultiLayerExtension: Bool
  ) throws(FieldError) {
    if isMultiLayerExtension {
      try f.presence("sps_infer_scaling_list_flag", of: &referenceLayerID, blank: 0)
    } else {
      referenceLayerID = nil
    }
    if var layer = referenceLayerID {
      try f.uint(6, "sps_scaling_list_ref_layer_id", &layer)
      referenceLayerID = layer
    } else {
      try f.presence("sps_scaling_list_data_present_flag", of: &data, blank: ScalingListData())
      try f.group("scaling_list_data", &data)
    }
  }
}

extension SequenceParameterSet {
  /// `MultiLayerExtSpsFlag` (ITU-T H.265 §F.7.4.3.2): size, format and profile are in the VPS.
  public var isMultiLayerExtension: Bool { header.layerID != 0 && maxSubLayersMinus1 == 7 }

  public var chromaFormat: ChromaFormat {
    ChromaFormat(rawValue: UInt8(truncatingIfNeeded: chromaFormatIDC)) ?? .yuv420
  }

  /// The bits of a luma sample, 8 to 16 (`BitDepthY`, ITU-T H.265 §7.4.3.2.1).
  public var bitDepthLuma: Int { Int(bitDepthLumaMinus8) + 8 }
  /// The bits of a chroma sample, 8 to 16 (`BitDepthC`, ITU-T H.265 §7.4.3.2.1).
  public var bitDepthChroma: Int { Int(bitDepthChromaMinus8) + 8 }

  /// The size that is coded: a multiple of the smallest coding block.
  public var codedSize: PictureSize { PictureSize(width: Int(width), height: Int(height)) }

  /// The size within the conformance window: the output of a decoder (§7.4.3.2.1).
  public var displaySize: PictureSize {
    guard let window = conformanceWindow else { return codedSize }
    let cropped = PictureSize(
      width: (Int(window.left) + Int(window.right)) * chromaFormat.subWidth,
      height: (Int(window.top) + Int(window.bottom)) * chromaFormat.subHeight)
    return PictureSize(
      width: max(0, Int(width) - cropped.width), height: max(0, Int(height) - cropped.height))
  }

  public var profile: Profile { profileTierLevel.general }
  public var level: Level { profileTierLevel.generalLevel }

  /// The `codecs` parameter of the stream: `hvc1.1.6.L93.B0`.
  public func codecString(_ sampleEntry: FourCC = "hvc1") -> CodecString {
    CodecString(sampleEntry: sampleEntry, profile: profile, level: level)
  }
}

/// How pictures are to be shown (`vui_parameters`, ITU-T H.265 §E.2.1).
public struct VideoUsabilityInformation: Equatable, Sendable {
  /// The shape of a sample (`aspect_ratio_info_present_flag`); nil if it is not stated.
  public var aspectRatio: AspectRatio?
  /// Whether overscan is appropriate, so that the edges may be cut off; nil if it is not stated.
  public var isOverscanAppropriate: Bool?
  /// What sample values mean (`video_signal_type_present_flag`); nil if it is not stated.
  public var videoSignal: VideoSignal?
  /// The positions of chroma samples (`chroma_loc_info_present_flag`); nil if it is not stated.
  public var chromaLocation: ChromaLocation?
  public var isNeutralChroma = false
  public var isFieldSequence = false
  public var hasFrameFieldInformation = false
  /// `default_display_window`, in chroma samples.
  public var defaultDisplayWindow: ConformanceWindow?
  public var timing: TimingInformation?
  /// The reference decoder; only together with ``timing``.
  public var hrd: HRDParameters?
  public var restriction: BitstreamRestriction?

  /// The shape of a sample (`aspect_ratio_idc`), which is stated as in AVC.
  public typealias AspectRatio = NALUnits.AspectRatio
  /// The meaning of sample values (`video_format` and the following fields), which is stated as in AVC.
  public typealias VideoSignal = NALUnits.VideoSignal
  /// The colour primaries, transfer characteristics and matrix (`colour_description_present_flag`).
  public typealias ColourDescription = NALUnits.ColourDescription
  /// The positions of chroma samples between luma samples, in each field.
  public typealias ChromaLocation = NALUnits.ChromaLocation

  /// The limits of the bitstream for a decoder (`bitstream_restriction_flag`, ITU-T H.265 §E.2.1).
  public struct BitstreamRestriction: Equatable, Sendable {
    public var areTilesFixed = false
    public var motionVectorsCrossBoundaries = true
    public var restrictsReferencePictureLists = false
    public var minSpatialSegmentationIDC: UInt32 = 0
    public var maxBytesPerPictureDenominator: UInt32 = 2
    public var maxBitsPerMinCUDenominator: UInt32 = 1
    public var log2MaxMotionVectorLengthHorizontal: UInt32 = 15
    public var log2MaxMotionVectorLengthVertical: UInt32 = 15
    public init() {}
  }

  public init() {}

  mutating func fields(
    _ f: inout FieldCoder, maxSubLayersMinus1: UInt32?
  ) throws(FieldError) {
    try f.aspectRatio(&aspectRatio)
    try f.overscan(&isOverscanAppropriate)
    try f.videoSignal(&videoSignal, matrix: "matrix_coeffs")
    try f.chromaLocation(&chromaLocation)
    try f.flag("neutral_chroma_indication_flag", &isNeutralChroma)
    try f.flag("field_seq_flag", &isFieldSequence)
    try f.flag("frame_field_info_present_flag", &hasFrameFieldInformation)
    try f.optional("default_display_window_flag", &defaultDisplayWindow, blank: .init()) {
      (window, f) throws(FieldError) in
      try f.ue("def_disp_win_left_offset", &window.left)
      try f.ue("def_disp_win_right_offset", &window.right)
      try f.ue("def_disp_win_top_offset", &window.top)
      try f.ue("def_disp_win_bottom_offset", &window.bottom)
    }
    try timingFields(&f, maxSubLayersMinus1)
    try f.optional("bitstream_restriction_flag", &restriction, blank: .init()) {
      (restriction, f) throws(FieldError) in
      try restriction.fields(&f)
    }
  }

  private mutating func timingFields(
    _ f: inout FieldCoder, _ maxSubLayersMinus1: UInt32?
  ) throws(FieldError) {
    try f.optional("vui_timing_info_present_flag", &timing, blank: .init()) {
      (timing, f) throws(FieldError) in
      try timing.fields(
        &f, units: "vui_num_units_in_tick", scale: "vui_time_scale",
        isProportional: "vui_poc_proportional_to_timing_flag",
        ticks: "vui_num_ticks_poc_diff_one_minus1")
      try f.presence("vui_hrd_parameters_present_flag", of: &hrd, blank: HRDParameters())
      try f.group("hrd_parameters", &hrd) { (hrd, f) throws(FieldError) in
        guard let maxSubLayersMinus1 else {
          throw f.error(
            .invalid(
              "the number of its sub-layers is in the VPS, because sps_ext_or_max_sub_layers_minus1 is 7"
            ))
        }
        try hrd.fields(&f, statesCommon: true, maxSubLayersMinus1: maxSubLayersMinus1)
      }
    }
  }

  /// The names of the values (ITU-T H.265 Table E.1).
  public static var aspectRatioNames: ValueNames { AspectRatio.names }
  /// The names of the values (ITU-T H.265 Table E.2).
  public static var videoFormatNames: ValueNames { VideoSignal.formatNames }
}

extension VideoUsabilityInformation.BitstreamRestriction {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("tiles_fixed_structure_flag", &areTilesFixed)
    try f.flag("motion_vectors_over_pic_boundaries_flag", &motionVectorsCrossBoundaries)
    try f.flag("restricted_ref_pic_lists_flag", &restrictsReferencePictureLists)
    try f.ue("min_spatial_segmentation_idc", &minSpatialSegmentationIDC)
    try f.ue("max_bytes_per_pic_denom", &maxBytesPerPictureDenominator)
    try f.ue("max_bits_per_min_cu_denom", &maxBitsPerMinCUDenominator)
    try f.ue("log2_max_mv_length_horizontal", &log2MaxMotionVectorLengthHorizontal)
    try f.ue("log2_max_mv_length_vertical", &log2MaxMotionVectorLengthVertical)
  }
}
