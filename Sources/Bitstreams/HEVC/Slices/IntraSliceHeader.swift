import NALUnits

/// The part of the header after ``SliceSegmentHeader`` in the first segment of a slice without references: an I slice
/// of an IDR picture of the base layer (`slice_segment_header`, ITU-T H.265 §7.3.6.1).
///
/// It ends the header: slice data follows, at a byte boundary.
public struct IntraSliceHeader: Equatable, Sendable {
  public var usesLumaSampleAdaptiveOffset = false
  public var usesChromaSampleAdaptiveOffset = false
  public var qpDelta: Int32 = 0
  public var cbQPOffset: Int32 = 0
  public var crQPOffset: Int32 = 0
  /// The deblocking filter; nil if it is that of the PPS.
  public var deblocking: Deblocking?
  /// Whether filters work across the edges of slices; nil if it makes no difference, or if the PPS states it.
  public var filtersAcrossSlices: Bool?
  /// Bytes of each substream but the last, less 1.
  public var entryPointOffsetsMinus1: [UInt32] = []
  public var entryPointOffsetLengthMinus1: UInt32 = 0
  public var extensionData = Bytes()

  /// The deblocking filter of the slice (`deblocking_filter_override_flag`, ITU-T H.265 §7.3.6.1).
  public struct Deblocking: Equatable, Sendable {
    public var isDisabled = false
    public var betaOffsetDiv2: Int32 = 0
    public var tcOffsetDiv2: Int32 = 0
    public init() {}
  }

  public init() {}

  /// Whether a slice that starts like this has such a header, and both sets are of version 1 of the
  /// standard, whose fields these are.
  static func follows(
    _ header: SliceSegmentHeader, in unit: NALUnitHeader, _ picture: PictureParameterSet,
    _ sequence: SequenceParameterSet
  ) -> Bool {
    unit.type.isInstantaneousRefresh && unit.layerID == 0 && !header.isDependent
      && header.type == .intra && picture.extensions == nil && sequence.extensions == nil
  }

  mutating func fields(
    _ f: inout FieldCoder, _ picture: PictureParameterSet, _ sequence: SequenceParameterSet
  ) throws(FieldError) {
    if sequence.usesSampleAdaptiveOffset {
      try f.flag("slice_sao_luma_flag", &usesLumaSampleAdaptiveOffset)
      // ChromaArrayType
      if sequence.chromaFormatIDC != 0, !sequence.hasSeparateColourPlanes {
        try f.flag("slice_sao_chroma_flag", &usesChromaSampleAdaptiveOffset)
      }
    }
    try f.se("slice_qp_delta", &qpDelta)
    if picture.hasSliceChromaQPOffsets {
      try f.se("slice_cb_qp_offset", &cbQPOffset)
      try f.se("slice_cr_qp_offset", &crQPOffset)
    }
    if picture.deblocking?.canBeOverridden == true {
      try f.optional("deblocking_filter_override_flag", &deblocking, blank: .init()) {
        (deblocking, f) throws(FieldError) in
        try f.flag("slice_deblocking_filter_disabled_flag", &deblocking.isDisabled)
        if !deblocking.isDisabled {
          try f.se("slice_beta_offset_div2", &deblocking.betaOffsetDiv2)
          try f.se("slice_tc_offset_div2", &deblocking.tcOffsetDiv2)
        }
      }
    }
    let isDeblocked = !(deblocking?.isDisabled ?? picture.deblocking?.isDisabled ?? false)
    if picture.filtersAcrossSlices,
      usesLumaSampleAdaptiveOffset || usesChromaSampleAdaptiveOffset || isDeblocked
    {
      var value = filtersAcrossSlices ?? true
      try f.flag("slice_loop_filter_across_slices_enabled_flag", &value)
      filtersAcrossSlices = value
    }
    if picture.tiles != nil || picture.usesEntropyCodingSync { try entryPointFields(&f) }
    if picture.hasSliceHeaderExtension {
      var length = UInt32(clamping: extensionData.count)
      try f.ue(
        "slice_segment_header_extension_length", &length, atMost: 256, "ITU-T H.265 §7.4.7.1")
      try f.bytes(
        "slice_segment_header_extension_data_byte", &extensionData, count: .exactly(Int(length)))
    }
    var alignment = true
    try f.flag("alignment_bit_equal_to_one", &alignment)
    try f.alignToByte()
  }

  private mutating func entryPointFields(_ f: inout FieldCoder) throws(FieldError) {
    var count = UInt32(clamping: entryPointOffsetsMinus1.count)
    // At most one substream for each row of each column of tiles (§7.4.7.1); sides are 65,535 at most.
    try f.ue("num_entry_point_offsets", &count, atMost: 1 << 20, "ITU-T H.265 §7.4.7.1")
    guard count > 0 else {
      entryPointOffsetsMinus1 = []
      return
    }
    try f.ue(
      "offset_len_minus1", &entryPointOffsetLengthMinus1, atMost: 31, "ITU-T H.265 §7.4.7.1")
    try f.list(
      Int(entryPointOffsetLengthMinus1) + 1, "entry_point_offset_minus1",
      &entryPointOffsetsMinus1, count: .exactly(Int(count)))
  }
}
