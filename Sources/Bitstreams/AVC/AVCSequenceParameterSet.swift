public import FieldCoding
public import NALUnits

/// The parameters of a sequence as a NAL unit (`seq_parameter_set_rbsp`, ITU-T H.264 §7.3.2.1).
public struct SequenceParameterSet: NALUnitContent {
  public static let name = "seq_parameter_set_rbsp"
  public static let types = [NALUnitType.sequenceParameterSet]

  public var header = NALUnitHeader(.sequenceParameterSet, referenceIDC: 3)
  public var data = SequenceParameterSetData()
  public var trailing = RBSPTrailing()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try headerFields(&f)
    try data.fields(&f)
    try trailing.fields(&f)
  }
}

/// The parameters of a sequence of another layer or view (`subset_seq_parameter_set_rbsp`, ITU-T H.264 §7.3.2.1.3). Its
/// additional fields are kept unchanged, in ``trailing``.
public struct SubsetSequenceParameterSet: NALUnitContent {
  public static let name = "subset_seq_parameter_set_rbsp"
  public static let types = [NALUnitType.subsetSequenceParameterSet]

  public var header = NALUnitHeader(.subsetSequenceParameterSet, referenceIDC: 3)
  public var data = SequenceParameterSetData()
  public var trailing = RBSPTrailing()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try headerFields(&f)
    try data.fields(&f)
    try trailing.fields(&f)
  }
}

/// How auxiliary pictures are coded, which are mostly transparency
/// (`seq_parameter_set_extension_rbsp`, ITU-T H.264 §7.3.2.1.2).
public struct SequenceParameterSetExtension: NALUnitContent {
  public static let name = "seq_parameter_set_extension_rbsp"
  public static let types = [NALUnitType.sequenceParameterSetExtension]

  public var header = NALUnitHeader(.sequenceParameterSetExtension, referenceIDC: 3)
  public var id: UInt32 = 0
  /// The format of auxiliary pictures; 0 if there are none.
  public var auxiliaryFormatIDC: UInt32 = 0
  public var alpha = Alpha()
  public var hasAdditionalExtension = false
  public var trailing = RBSPTrailing()

  /// How an auxiliary picture is blended as alpha (from `bit_depth_aux_minus8` on, ITU-T H.264
  /// §7.3.2.1.2).
  public struct Alpha: Equatable, Sendable {
    public var bitDepthMinus8: UInt32 = 0
    public var isIncremented = false
    public var opaqueValue: UInt16 = 0
    public var transparentValue: UInt16 = 0
    public init() {}
  }

  /// The meaning of values of ``auxiliaryFormatIDC`` (§7.4.2.1.2).
  public static let formatNames: ValueNames = [
    0: "none", 1: "alpha, to be multiplied", 2: "alpha, already multiplied", 3: "unspecified",
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try headerFields(&f)
    try f.ue("seq_parameter_set_id", &id, atMost: 31, "ITU-T H.264 §7.4.2.1.2")
    try f.ue(
      "aux_format_idc", &auxiliaryFormatIDC, atMost: 3, "ITU-T H.264 §7.4.2.1.2",
      as: .names(SequenceParameterSetExtension.formatNames))
    if auxiliaryFormatIDC != 0 {
      try f.ue("bit_depth_aux_minus8", &alpha.bitDepthMinus8, atMost: 4, "ITU-T H.264 §7.4.2.1.2")
      try f.flag("alpha_incr_flag", &alpha.isIncremented)
      let bits = Int(alpha.bitDepthMinus8) + 9
      try f.uint(bits, "alpha_opaque_value", &alpha.opaqueValue)
      try f.uint(bits, "alpha_transparent_value", &alpha.transparentValue)
    }
    try f.flag("additional_extension_flag", &hasAdditionalExtension)
    try trailing.fields(&f)
  }
}

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

extension SequenceParameterSetData {
  public var chromaFormat: ChromaFormat {
    guard let format else { return .yuv420 }
    return ChromaFormat(rawValue: UInt8(truncatingIfNeeded: format.chromaFormatIDC)) ?? .yuv420
  }

  /// The bits of a luma sample, 8 to 14 (`BitDepthY`, ITU-T H.264 §7.4.2.1.1).
  public var bitDepthLuma: Int { Int(format?.bitDepthLumaMinus8 ?? 0) + 8 }
  /// The bits of a chroma sample, 8 to 14 (`BitDepthC`, ITU-T H.264 §7.4.2.1.1).
  public var bitDepthChroma: Int { Int(format?.bitDepthChromaMinus8 ?? 0) + 8 }

  /// The size of a frame that is coded: whole macroblocks of 16 x 16 samples.
  public var codedSize: PictureSize {
    PictureSize(
      width: (Int(widthInMacroblocksMinus1) + 1) * 16,
      height: (Int(heightInMapUnitsMinus1) + 1) * 16 * mapUnitHeight)
  }

  /// The size of a frame within the cropping rectangle: the output of a decoder (§7.4.2.1.1).
  public var displaySize: PictureSize {
    guard let window = cropping else { return codedSize }
    let isSubsampled = format?.hasSeparateColourPlanes != true
    let cropped = PictureSize(
      width: (Int(window.left) + Int(window.right)) * (isSubsampled ? chromaFormat.subWidth : 1),
      height: (Int(window.top) + Int(window.bottom)) * mapUnitHeight
        * (isSubsampled ? chromaFormat.subHeight : 1))
    return PictureSize(
      width: max(0, codedSize.width - cropped.width),
      height: max(0, codedSize.height - cropped.height))
  }

  /// The `codecs` parameter of the stream: `avc1.64001F`.
  public func codecString(_ sampleEntry: FourCC = "avc1") -> CodecString {
    CodecString(sampleEntry: sampleEntry, profile: profile, level: level)
  }

  /// `2 - frame_mbs_only_flag`
  private var mapUnitHeight: Int { interlacing == nil ? 1 : 2 }
}

/// The quantisation matrices of a parameter set (ITU-T H.264 §7.3.2.1.1, §7.3.2.2).
public struct ScalingMatrix: Equatable, Sendable {
  /// Six for blocks of 4x4, then those for 8x8. Nil for one that is not stated (§7.4.2.1.1).
  public var lists: [ScalingList?] = []

  /// Each coefficient as the difference from the one before (`scaling_list`, §7.3.2.1.1.1). A list
  /// ends early where the rest repeats the last one; a list that ends at once is the default list.
  public struct ScalingList: Equatable, Sendable {
    public var deltas: [Int32] = []
    public init() {}
  }

  public init() {}

  mutating func fields(
    _ f: inout FieldCoder, _ name: StaticString, count: Int
  ) throws(FieldError) {
    try f.checkCount(name, lists.count, count)
    if f.isDecoding { lists = Array(repeating: nil, count: count) }
    for index in lists.indices {
      try f.within("scaling_lists[\(index)]") { (f) throws(FieldError) in
        try f.optional(name, &lists[index], blank: ScalingList()) { (list, f) throws(FieldError) in
          try list.fields(&f, size: index < 6 ? 16 : 64)
        }
      }
    }
  }
}

extension ScalingMatrix.ScalingList {
  fileprivate mutating func fields(_ f: inout FieldCoder, size: Int) throws(FieldError) {
    var scale: Int32 = 8
    try f.seList("delta_scale", &deltas, atMost: size) { delta in
      // nextScale = ( lastScale + delta_scale + 256 ) % 256
      scale = Int32(UInt8(truncatingIfNeeded: scale &+ delta))
      return scale == 0
    }
  }
}

/// How pictures are to be shown (`vui_parameters`, ITU-T H.264 §E.1.1).
public struct VideoUsabilityInformation: FieldCodable {
  public var aspectRatio: AspectRatio?
  /// Whether overscan is appropriate, so that the edges may be cut off; nil if it is not stated.
  public var isOverscanAppropriate: Bool?
  public var videoSignal: VideoSignal?
  public var chromaLocation: ChromaLocation?
  public var timing: Timing?
  public var nalHRD: HRDParameters?
  public var vclHRD: HRDParameters?
  /// Whether the delay is low; only with an HRD.
  public var hasLowDelay = false
  /// Whether picture timing messages say how fields make frames.
  public var hasPictureStructure = false
  public var restriction: BitstreamRestriction?

  /// A field takes a tick; a frame takes two.
  public struct Timing: Equatable, Sendable {
    public var unitsInTick: UInt32 = 0
    public var timeScale: UInt32 = 0
    public var hasFixedFrameRate = false
    public init() {}
  }

  /// The limits of the bitstream for a decoder (`bitstream_restriction_flag`, ITU-T H.264 §E.2.1).
  public struct BitstreamRestriction: Equatable, Sendable {
    public var motionVectorsCrossBoundaries = true
    public var maxBytesPerPictureDenominator: UInt32 = 2
    public var maxBitsPerMacroblockDenominator: UInt32 = 1
    public var log2MaxMotionVectorLengthHorizontal: UInt32 = 15
    public var log2MaxMotionVectorLengthVertical: UInt32 = 15
    public var maxReorderFrameCount: UInt32 = 0
    public var maxDecodedFrameCount: UInt32 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.aspectRatio(&aspectRatio)
    try f.overscan(&isOverscanAppropriate)
    try f.videoSignal(&videoSignal, matrix: "matrix_coefficients")
    try f.chromaLocation(&chromaLocation)
    try f.optional("timing_info_present_flag", &timing, blank: .init()) {
      (timing, f) throws(FieldError) in
      try f.uint(32, "num_units_in_tick", &timing.unitsInTick)
      try f.uint(32, "time_scale", &timing.timeScale)
      try f.flag("fixed_frame_rate_flag", &timing.hasFixedFrameRate)
    }
    try f.presence("nal_hrd_parameters_present_flag", of: &nalHRD, blank: HRDParameters())
    try f.group("nal_hrd_parameters", &nalHRD)
    try f.presence("vcl_hrd_parameters_present_flag", of: &vclHRD, blank: HRDParameters())
    try f.group("vcl_hrd_parameters", &vclHRD)
    if nalHRD != nil || vclHRD != nil { try f.flag("low_delay_hrd_flag", &hasLowDelay) }
    try f.flag("pic_struct_present_flag", &hasPictureStructure)
    try f.optional("bitstream_restriction_flag", &restriction, blank: .init()) {
      (restriction, f) throws(FieldError) in
      try restriction.fields(&f)
    }
  }
}

extension VideoUsabilityInformation.BitstreamRestriction {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("motion_vectors_over_pic_boundaries_flag", &motionVectorsCrossBoundaries)
    try f.ue("max_bytes_per_pic_denom", &maxBytesPerPictureDenominator)
    try f.ue("max_bits_per_mb_denom", &maxBitsPerMacroblockDenominator)
    try f.ue("log2_max_mv_length_horizontal", &log2MaxMotionVectorLengthHorizontal)
    try f.ue("log2_max_mv_length_vertical", &log2MaxMotionVectorLengthVertical)
    try f.ue("max_num_reorder_frames", &maxReorderFrameCount)
    try f.ue("max_dec_frame_buffering", &maxDecodedFrameCount)
  }
}

/// The limits of a decoder's buffers (`hrd_parameters`, ITU-T H.264 §E.1.2).
public struct HRDParameters: FieldCodable {
  public var bitRateScale: UInt8 = 0
  public var cpbSizeScale: UInt8 = 0
  /// The buffers, one for each way to deliver the stream: 1 to 32.
  public var buffers = [Buffer()]
  public var initialCPBRemovalDelayLengthMinus1: UInt8 = 23
  public var cpbRemovalDelayLengthMinus1: UInt8 = 23
  public var dpbOutputDelayLengthMinus1: UInt8 = 23
  public var timeOffsetLength: UInt8 = 24

  /// The rate and size of one coded picture buffer (`SchedSelIdx` in `hrd_parameters`, ITU-T H.264
  /// §E.1.2).
  public struct Buffer: FieldCodable {
    public var bitRateValueMinus1: UInt32 = 0
    public var cpbSizeValueMinus1: UInt32 = 0
    public var hasConstantBitRate = false
    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.ue("bit_rate_value_minus1", &bitRateValueMinus1)
      try f.ue("cpb_size_value_minus1", &cpbSizeValueMinus1)
      try f.flag("cbr_flag", &hasConstantBitRate)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    guard f.isDecoding || !buffers.isEmpty else {
      throw f.error(.invalid("there is no buffer, but ITU-T H.264 §E.1.2 requires at least one"))
    }
    var countMinus1 = UInt32(clamping: buffers.count - 1)
    try f.ue("cpb_cnt_minus1", &countMinus1, atMost: 31, "ITU-T H.264 §E.2.2")
    try f.uint(4, "bit_rate_scale", &bitRateScale)
    try f.uint(4, "cpb_size_scale", &cpbSizeScale)
    try f.list("SchedSel", &buffers, count: .exactly(Int(countMinus1) + 1))
    try f.uint(
      5, "initial_cpb_removal_delay_length_minus1", &initialCPBRemovalDelayLengthMinus1)
    try f.uint(5, "cpb_removal_delay_length_minus1", &cpbRemovalDelayLengthMinus1)
    try f.uint(5, "dpb_output_delay_length_minus1", &dpbOutputDelayLengthMinus1)
    try f.uint(5, "time_offset_length", &timeOffsetLength)
  }
}
