public import FieldCoding

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
