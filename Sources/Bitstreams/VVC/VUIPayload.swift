import FieldCoding
public import NALUnits

/// How pictures are to be shown (`vui_payload`, ITU-T H.266 §7.3.2.22; `vui_parameters`, ITU-T H.274
/// §7.2).
public struct VUIPayload: Equatable, Sendable {
  /// The number of bytes, less 1.
  public var sizeMinus1: UInt32 = 0
  public var isProgressiveSource = false
  public var isInterlacedSource = false
  public var isNonPacked = false
  public var isNonProjected = false
  public var aspectRatio: AspectRatio?
  /// Whether the aspect ratio is the same in all pictures; only with ``aspectRatio``.
  public var isAspectRatioConstant = true
  /// Whether overscan is appropriate, so that the edges may be cut off; nil if it is not stated.
  public var isOverscanAppropriate: Bool?
  public var colour: ColourDescription?
  /// Whether samples use all values; only with ``colour``.
  public var isFullRange = false
  /// The positions of the chroma samples of a frame, or of the top field.
  public var chromaLocation: ChromaLocation?
  /// The remaining bits, with those that fill the last byte.
  public var rest = BitString()

  public init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.ue("sps_vui_payload_size_minus1", &sizeMinus1, atMost: 1023, "ITU-T H.266 §7.4.3.4")
    try f.alignToByte()
    let start = f.bitMark
    try parameters(&f)
    let left = (Int(sizeMinus1) + 1) * 8 - f.bits(since: start)
    guard left >= 0 else {
      throw f.error(.invalid("vui_parameters take more than their size (ITU-T H.266 §7.3.2.22)"))
    }
    try rest.fields(&f, "vui_payload_rest", count: left)
  }

  private mutating func parameters(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("vui_progressive_source_flag", &isProgressiveSource)
    try f.flag("vui_interlaced_source_flag", &isInterlacedSource)
    try f.flag("vui_non_packed_constraint_flag", &isNonPacked)
    try f.flag("vui_non_projected_constraint_flag", &isNonProjected)
    try f.presence("vui_aspect_ratio_info_present_flag", of: &aspectRatio, blank: AspectRatio())
    if var ratio = aspectRatio {
      try f.flag("vui_aspect_ratio_constant_flag", &isAspectRatioConstant)
      try f.uint(8, "vui_aspect_ratio_idc", &ratio.idc, as: .names(AspectRatio.names))
      if ratio.idc == 255 {
        try f.uint(16, "vui_sar_width", &ratio.width)
        try f.uint(16, "vui_sar_height", &ratio.height)
      }
      aspectRatio = ratio
    }
    try f.optional("vui_overscan_info_present_flag", &isOverscanAppropriate, blank: false) {
      (value, f) throws(FieldError) in
      try f.flag("vui_overscan_appropriate_flag", &value)
    }
    try f.presence(
      "vui_colour_description_present_flag", of: &colour, blank: ColourDescription())
    if var colour {
      try f.uint(
        8, "vui_colour_primaries", &colour.colourPrimaries,
        as: .names(CodePoints.colourPrimaries))
      try f.uint(
        8, "vui_transfer_characteristics", &colour.transferCharacteristics,
        as: .names(CodePoints.transferCharacteristics))
      try f.uint(
        8, "vui_matrix_coeffs", &colour.matrixCoefficients,
        as: .names(CodePoints.matrixCoefficients))
      try f.flag("vui_full_range_flag", &isFullRange)
      self.colour = colour
    }
    let isFrame = isProgressiveSource && !isInterlacedSource
    try f.optional("vui_chroma_loc_info_present_flag", &chromaLocation, blank: .init()) {
      (location, f) throws(FieldError) in
      if isFrame {
        try f.ue("vui_chroma_sample_loc_type_frame", &location.topField)
      } else {
        try f.ue("vui_chroma_sample_loc_type_top_field", &location.topField)
        try f.ue("vui_chroma_sample_loc_type_bottom_field", &location.bottomField)
      }
    }
  }
}
