public import NALUnits

/// Size and sample format of layers (`rep_format`, ITU-T H.265 §F.7.3.2.1.2).
public struct RepresentationFormat: FieldCodable {
  public var width: UInt16 = 0
  public var height: UInt16 = 0
  /// The format of samples; nil if it is as in the format before.
  public var samples: Samples? = Samples()
  /// The cropping window, in units of chroma samples.
  public var conformanceWindow: ConformanceWindow?

  /// Chroma format and bit depths (`chroma_and_bit_depth_vps_present_flag` in `rep_format`, ITU-T
  /// H.265 §F.7.3.2.1.2).
  public struct Samples: Equatable, Sendable {
    public var chromaFormat = ChromaFormat.yuv420
    public var hasSeparateColourPlanes = false
    public var bitDepthLumaMinus8: UInt8 = 0
    public var bitDepthChromaMinus8: UInt8 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "pic_width_vps_in_luma_samples", &width)
    try f.uint(16, "pic_height_vps_in_luma_samples", &height)
    try f.optional("chroma_and_bit_depth_vps_present_flag", &samples, blank: Samples()) {
      (samples, f) throws(FieldError) in
      try f.choice(
        2, "chroma_format_vps_idc", &samples.chromaFormat, as: .names(ChromaFormat.names))
      if samples.chromaFormat == .yuv444 {
        try f.flag("separate_colour_plane_vps_flag", &samples.hasSeparateColourPlanes)
      }
      try f.uint(4, "bit_depth_vps_luma_minus8", &samples.bitDepthLumaMinus8)
      try f.uint(4, "bit_depth_vps_chroma_minus8", &samples.bitDepthChromaMinus8)
    }
    try f.optional("conformance_window_vps_flag", &conformanceWindow, blank: ConformanceWindow()) {
      (window, f) throws(FieldError) in
      try f.ue("conf_win_vps_left_offset", &window.left)
      try f.ue("conf_win_vps_right_offset", &window.right)
      try f.ue("conf_win_vps_top_offset", &window.top)
      try f.ue("conf_win_vps_bottom_offset", &window.bottom)
    }
  }
}
