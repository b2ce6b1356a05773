public import FieldCoding

/// How pictures are to be shown (`vui_parameters`, ITU-T H.265 §E.2.1).
public struct VideoUsabilityInformation: Equatable, Sendable {
  public var aspectRatio: AspectRatio?
  /// Whether the edges may be cut off; nil if nothing is said.
  public var isOverscanAppropriate: Bool?
  public var videoSignal: VideoSignal?
  public var chromaLocation: ChromaLocation?
  public var isNeutralChroma = false
  public var isFieldSequence = false
  public var hasFrameFieldInformation = false
  /// `default_display_window`, in chroma samples.
  public var defaultDisplayWindow: Window?
  public var timing: TimingInformation?
  /// Only together with ``timing``.
  public var hrd: HRDParameters?
  public var restriction: BitstreamRestriction?

  public struct AspectRatio: Equatable, Sendable {
    public var idc: UInt8 = 0
    /// Only with an ``idc`` of 255.
    public var width: UInt16 = 0
    public var height: UInt16 = 0
    public init() {}
  }

  public struct VideoSignal: Equatable, Sendable {
    public var format: UInt8 = 5
    public var isFullRange = false
    public var colour: ColourDescription?
    public init() {}
  }

  /// Of ITU-T H.273; see ``CodePoints``.
  public struct ColourDescription: Equatable, Sendable {
    public var colourPrimaries: UInt8 = 2
    public var transferCharacteristics: UInt8 = 2
    public var matrixCoefficients: UInt8 = 2
    public init() {}
  }

  public struct ChromaLocation: Equatable, Sendable {
    public var topField: UInt32 = 0
    public var bottomField: UInt32 = 0
    public init() {}
  }

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
    try f.optional("aspect_ratio_info_present_flag", &aspectRatio, blank: .init()) {
      (ratio, f) throws(FieldError) in
      try f.uint(
        8, "aspect_ratio_idc", &ratio.idc, as: .names(VideoUsabilityInformation.aspectRatioNames))
      if ratio.idc == 255 {
        try f.uint(16, "sar_width", &ratio.width)
        try f.uint(16, "sar_height", &ratio.height)
      }
    }
    try f.optional("overscan_info_present_flag", &isOverscanAppropriate, blank: false) {
      (value, f) throws(FieldError) in
      try f.flag("overscan_appropriate_flag", &value)
    }
    try f.optional("video_signal_type_present_flag", &videoSignal, blank: .init()) {
      (signal, f) throws(FieldError) in
      try signal.fields(&f)
    }
    try f.optional("chroma_loc_info_present_flag", &chromaLocation, blank: .init()) {
      (location, f) throws(FieldError) in
      try f.ue("chroma_sample_loc_type_top_field", &location.topField)
      try f.ue("chroma_sample_loc_type_bottom_field", &location.bottomField)
    }
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
              "how many sub-layers it has is in the VPS, as sps_ext_or_max_sub_layers_minus1 is 7"))
        }
        try hrd.fields(&f, statesCommon: true, maxSubLayersMinus1: maxSubLayersMinus1)
      }
    }
  }

  /// ITU-T H.265 Table E.1.
  public static let aspectRatioNames: ValueNames = [
    0: "unspecified", 1: "1:1", 2: "12:11", 3: "10:11", 4: "16:11", 5: "40:33", 6: "24:11",
    7: "20:11", 8: "32:11", 9: "80:33", 10: "18:11", 11: "15:11", 12: "64:33", 13: "160:99",
    14: "4:3", 15: "3:2", 16: "2:1", 255: "EXTENDED_SAR",
  ]

  /// ITU-T H.265 Table E.2.
  public static let videoFormatNames: ValueNames = [
    0: "component", 1: "PAL", 2: "NTSC", 3: "SECAM", 4: "MAC", 5: "unspecified",
  ]
}

extension VideoUsabilityInformation.VideoSignal {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(
      3, "video_format", &format, as: .names(VideoUsabilityInformation.videoFormatNames))
    try f.flag("video_full_range_flag", &isFullRange)
    try f.optional("colour_description_present_flag", &colour, blank: .init()) {
      (colour, f) throws(FieldError) in
      try f.uint(
        8, "colour_primaries", &colour.colourPrimaries, as: .names(CodePoints.colourPrimaries))
      try f.uint(
        8, "transfer_characteristics", &colour.transferCharacteristics,
        as: .names(CodePoints.transferCharacteristics))
      try f.uint(
        8, "matrix_coeffs", &colour.matrixCoefficients, as: .names(CodePoints.matrixCoefficients))
    }
  }
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
