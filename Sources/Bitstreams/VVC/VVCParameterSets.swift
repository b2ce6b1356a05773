public import FieldCoding
public import NALUnits

/// The common parameters of all layers of a stream (`video_parameter_set_rbsp`, ITU-T H.266 §7.3.2.3): the first
/// fields; the rest is kept unchanged, in ``trailing``.
public struct VideoParameterSet: NALUnitContent {
  public static let name = "video_parameter_set_rbsp"
  public static let types = [NALUnitType.videoParameterSet]

  public var header = NALUnitHeader(.videoParameterSet)
  public var id: UInt8 = 1
  public var maxLayersMinus1: UInt8 = 0
  public var maxSubLayersMinus1: UInt8 = 0
  public var trailing = RBSPTrailing()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try headerFields(&f)
    try f.uint(4, "vps_video_parameter_set_id", &id)
    try f.uint(6, "vps_max_layers_minus1", &maxLayersMinus1)
    try f.uint(3, "vps_max_sublayers_minus1", &maxSubLayersMinus1)
    try trailing.fields(&f)
  }
}

/// The common parameters of pictures (`pic_parameter_set_rbsp`, ITU-T H.266 §7.3.2.5): their size; the rest is kept
/// unchanged, in ``trailing``.
public struct PictureParameterSet: NALUnitContent {
  public static let name = "pic_parameter_set_rbsp"
  public static let types = [NALUnitType.pictureParameterSet]

  public var header = NALUnitHeader(.pictureParameterSet)
  public var id: UInt8 = 0
  public var sequenceParameterSetID: UInt8 = 0
  public var mixesNALUnitTypes = false
  public var width: UInt32 = 0
  public var height: UInt32 = 0
  /// The cropping window, in units of chroma samples.
  public var conformanceWindow: ConformanceWindow?
  public var scalingWindow: ScalingWindow?
  public var hasOutputFlag = false
  public var isWhole = false
  public var hasSubpictureIDs = false
  public var trailing = RBSPTrailing()

  /// A window in units of chroma samples; negative numbers are outside of the picture.
  public struct ScalingWindow: Equatable, Sendable {
    public var left: Int32 = 0
    public var right: Int32 = 0
    public var top: Int32 = 0
    public var bottom: Int32 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try headerFields(&f)
    try f.uint(6, "pps_pic_parameter_set_id", &id)
    try f.uint(4, "pps_seq_parameter_set_id", &sequenceParameterSetID)
    try f.flag("pps_mixed_nalu_types_in_pic_flag", &mixesNALUnitTypes)
    try f.ue("pps_pic_width_in_luma_samples", &width)
    try f.ue("pps_pic_height_in_luma_samples", &height)
    try f.optional("pps_conformance_window_flag", &conformanceWindow, blank: ConformanceWindow()) {
      (window, f) throws(FieldError) in
      try f.ue("pps_conf_win_left_offset", &window.left)
      try f.ue("pps_conf_win_right_offset", &window.right)
      try f.ue("pps_conf_win_top_offset", &window.top)
      try f.ue("pps_conf_win_bottom_offset", &window.bottom)
    }
    try f.optional(
      "pps_scaling_window_explicit_signalling_flag", &scalingWindow, blank: ScalingWindow()
    ) { (window, f) throws(FieldError) in
      try f.se("pps_scaling_win_left_offset", &window.left)
      try f.se("pps_scaling_win_right_offset", &window.right)
      try f.se("pps_scaling_win_top_offset", &window.top)
      try f.se("pps_scaling_win_bottom_offset", &window.bottom)
    }
    try f.flag("pps_output_flag_present_flag", &hasOutputFlag)
    try f.flag("pps_no_pic_partition_flag", &isWhole)
    try f.flag("pps_subpic_id_mapping_present_flag", &hasSubpictureIDs)
    try trailing.fields(&f)
  }
}
