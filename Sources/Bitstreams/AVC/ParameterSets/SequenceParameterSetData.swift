public import FieldCoding
public import NALUnits

/// What all pictures of a sequence share (`seq_parameter_set_data`, ITU-T H.264 §7.3.2.1.1): size,
/// sample format, how pictures are ordered.
public struct SequenceParameterSetData: FieldCodable {
  public var profile = Profile()
  public var level = Level()
  public var id: UInt32 = 0
  /// The format of samples; only for profiles with ``Profile/hasFormat``.
  public var format: Format?
  public var log2MaxFrameNumberMinus4: UInt32 = 0
  public var pictureOrder = PictureOrder.stated(log2MaxLSBMinus4: 0)
  public var maxReferenceFrameCount: UInt32 = 0
  public var allowsGapsInFrameNumbers = false
  public var widthInMacroblocksMinus1: UInt32 = 0
  /// The height of a frame, or of a field if there is ``interlacing``, in map units less one.
  public var heightInMapUnitsMinus1: UInt32 = 0
  /// How fields are coded; nil if all pictures are frames (`frame_mbs_only_flag`).
  public var interlacing: Interlacing?
  public var usesDirect8x8Inference = false
  /// The cropping window, in units of chroma samples; see ``displaySize``.
  public var cropping: ConformanceWindow?
  public var vui: VideoUsabilityInformation?

  /// The sample format, which older profiles fix: 4:2:0, 8 bit.
  public struct Format: Equatable, Sendable {
    public var chromaFormatIDC: UInt32 = 1
    public var hasSeparateColourPlanes = false
    public var bitDepthLumaMinus8: UInt32 = 0
    public var bitDepthChromaMinus8: UInt32 = 0
    public var usesLosslessTransformBypass = false
    public var scalingMatrix: ScalingMatrix?
    public init() {}
  }

  /// How the order of pictures is known (`pic_order_cnt_type`, §8.2.1).
  public enum PictureOrder: Equatable, Sendable {
    /// Each slice has the low bits of its picture order count.
    case stated(log2MaxLSBMinus4: UInt32)
    case cycle(Cycle)
    /// Pictures are shown in the order in which they are decoded.
    case decoding
  }

  /// Pictures come in cycles in which the steps are always the same.
  public struct Cycle: Equatable, Sendable {
    public var deltaIsAlwaysZero = false
    public var offsetForNonReferencePicture: Int32 = 0
    public var offsetForTopToBottomField: Int32 = 0
    public var offsetsForReferenceFrames: [Int32] = []
    public init() {}
  }

  /// The fields that exist if `frame_mbs_only_flag` is 0: pictures may be fields, and frames may have field
  /// macroblocks.
  public struct Interlacing: Equatable, Sendable {
    public var isMacroblockAdaptive = false
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "profile_idc", &profile.idc, as: .names(Profile.names))
    try profile.constraints.fields(&f)
    try f.uint(8, "level_idc", &level.idc)
    try f.ue("seq_parameter_set_id", &id, atMost: 31, "ITU-T H.264 §7.4.2.1.1")
    if profile.hasFormat {
      var format = format ?? Format()
      try format.fields(&f)
      self.format = format
    } else {
      format = nil
    }
    try f.ue(
      "log2_max_frame_num_minus4", &log2MaxFrameNumberMinus4, atMost: 12, "ITU-T H.264 §7.4.2.1.1")
    try pictureOrder.fields(&f)
    try f.ue("max_num_ref_frames", &maxReferenceFrameCount)
    try f.flag("gaps_in_frame_num_value_allowed_flag", &allowsGapsInFrameNumbers)
    try f.ue("pic_width_in_mbs_minus1", &widthInMacroblocksMinus1)
    try f.ue("pic_height_in_map_units_minus1", &heightInMapUnitsMinus1)
    var hasFramesOnly = interlacing == nil
    try f.flag("frame_mbs_only_flag", &hasFramesOnly)
    if hasFramesOnly {
      interlacing = nil
    } else {
      var interlacing = interlacing ?? Interlacing()
      try f.flag("mb_adaptive_frame_field_flag", &interlacing.isMacroblockAdaptive)
      self.interlacing = interlacing
    }
    try f.flag("direct_8x8_inference_flag", &usesDirect8x8Inference)
    try f.optional("frame_cropping_flag", &cropping, blank: ConformanceWindow()) {
      (window, f) throws(FieldError) in
      try f.ue("frame_crop_left_offset", &window.left)
      try f.ue("frame_crop_right_offset", &window.right)
      try f.ue("frame_crop_top_offset", &window.top)
      try f.ue("frame_crop_bottom_offset", &window.bottom)
    }
    try f.presence(
      "vui_parameters_present_flag", of: &vui, blank: VideoUsabilityInformation())
    try f.group("vui_parameters", &vui)
  }
}

extension SequenceParameterSetData.Format {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.ue(
      "chroma_format_idc", &chromaFormatIDC, atMost: 3, "ITU-T H.264 §7.4.2.1.1",
      as: .names(ChromaFormat.names))
    if chromaFormatIDC == 3 { try f.flag("separate_colour_plane_flag", &hasSeparateColourPlanes) }
    try f.ue("bit_depth_luma_minus8", &bitDepthLumaMinus8, atMost: 6, "ITU-T H.264 §7.4.2.1.1")
    try f.ue("bit_depth_chroma_minus8", &bitDepthChromaMinus8, atMost: 6, "ITU-T H.264 §7.4.2.1.1")
    try f.flag("qpprime_y_zero_transform_bypass_flag", &usesLosslessTransformBypass)
    let count = chromaFormatIDC == 3 ? 12 : 8
    try f.optional("seq_scaling_matrix_present_flag", &scalingMatrix, blank: .init()) {
      (matrix, f) throws(FieldError) in
      try matrix.fields(&f, "seq_scaling_list_present_flag", count: count)
    }
  }
}

extension SequenceParameterSetData.PictureOrder {
  fileprivate var type: UInt32 {
    switch self {
    case .stated: 0
    case .cycle: 1
    case .decoding: 2
    }
  }

  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var type = type
    try f.ue("pic_order_cnt_type", &type, atMost: 2, "ITU-T H.264 §7.4.2.1.1")
    switch type {
    case 0:
      var bits: UInt32 = if case .stated(let bits) = self { bits } else { 0 }
      try f.ue(
        "log2_max_pic_order_cnt_lsb_minus4", &bits, atMost: 12, "ITU-T H.264 §7.4.2.1.1")
      self = .stated(log2MaxLSBMinus4: bits)
    case 1:
      var cycle =
        if case .cycle(let cycle) = self { cycle } else { SequenceParameterSetData.Cycle() }
      try f.flag("delta_pic_order_always_zero_flag", &cycle.deltaIsAlwaysZero)
      try f.se("offset_for_non_ref_pic", &cycle.offsetForNonReferencePicture)
      try f.se("offset_for_top_to_bottom_field", &cycle.offsetForTopToBottomField)
      var count = UInt32(clamping: cycle.offsetsForReferenceFrames.count)
      try f.ue(
        "num_ref_frames_in_pic_order_cnt_cycle", &count, atMost: 255, "ITU-T H.264 §7.4.2.1.1")
      try f.seList("offset_for_ref_frame", &cycle.offsetsForReferenceFrames, count: Int(count))
      self = .cycle(cycle)
    default: self = .decoding
    }
  }
}
