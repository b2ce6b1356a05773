public import FieldCoding
public import NALUnits

/// The start of the header of a slice segment, with its position and its picture (`slice_segment_header`, ITU-T
/// H.265 §7.3.6.1), up to `slice_pic_order_cnt_lsb`.
public struct SliceSegmentHeader: Equatable, Sendable {
  public var isFirstInPicture = true
  /// Whether pictures before it are not to be shown; for a picture at which decoding can start.
  public var discardsPriorPictures = false
  public var pictureParameterSetID: UInt32 = 0
  /// Whether the following fields are those of the slice segment before.
  public var isDependent = false
  /// The coding tree block with which it starts.
  public var address: UInt32 = 0
  /// `slice_reserved_flag`: 0 or 1 each, as many as ``PictureParameterSet/extraSliceHeaderBits``.
  /// With other layers the first two have meanings (§F.7.3.6.1).
  public var reservedFlags: [UInt8] = []
  /// The type of the slice; nil in a dependent slice segment, and where a parameter set is missing.
  public var type: SliceType?
  public var isOutput = true
  public var colourPlaneID: UInt8 = 0
  /// The low bits of the picture order count; nil if they are not stated, or if a parameter set is missing.
  public var pictureOrderCountLSB: UInt32?

  public init() {}

  /// States as many fields as `sets` allow: those that follow need the PPS, then the SPS.
  mutating func fields(
    _ f: inout FieldCoder, in unit: NALUnitHeader, sets: ParameterSets
  ) throws(FieldError) {
    try f.flag("first_slice_segment_in_pic_flag", &isFirstInPicture)
    if unit.type.isRandomAccessPoint {
      try f.flag("no_output_of_prior_pics_flag", &discardsPriorPictures)
    }
    try f.ue(
      "slice_pic_parameter_set_id", &pictureParameterSetID, atMost: 63, "ITU-T H.265 §7.4.7.1")
    guard let picture = sets.pictures[pictureParameterSetID] else { return }
    let sequence = sets.sequence(of: picture)
    if !isFirstInPicture {
      if picture.usesDependentSlices { try f.flag("dependent_slice_segment_flag", &isDependent) }
      guard let bits = sequence?.sliceAddressBits(inLayer: unit.layerID, sets) else { return }
      try f.uint(bits, "slice_segment_address", &address)
    }
    if isDependent { return }
    try f.checkCount(
      "slice_reserved_flag", reservedFlags.count, Int(picture.extraSliceHeaderBits))
    try f.list(
      1, "slice_reserved_flag", &reservedFlags,
      count: .exactly(Int(picture.extraSliceHeaderBits)))
    var stored = UInt32((type ?? .intra).rawValue)
    try f.ue(
      "slice_type", &stored, atMost: 2, "ITU-T H.265 Table 7-7", as: .names(SliceType.names))
    type = SliceType(rawValue: UInt8(truncatingIfNeeded: stored))
    if picture.hasOutputFlag { try f.flag("pic_output_flag", &isOutput) }
    guard let sequence,
      let hasPlanes = sequence.hasSeparateColourPlanes(inLayer: unit.layerID, sets)
    else { return }
    if hasPlanes { try f.uint(2, "colour_plane_id", &colourPlaneID) }
    guard sequence.statesPictureOrderCount(in: unit, sets) else { return }
    var lsb = pictureOrderCountLSB ?? 0
    try f.uint(
      Int(sequence.log2MaxPictureOrderCountLSBMinus4) + 4, "slice_pic_order_cnt_lsb", &lsb)
    pictureOrderCountLSB = lsb
  }
}

extension SequenceParameterSet {
  /// Whether the order of the picture is stated; false too if that is in a VPS which is not known.
  fileprivate func statesPictureOrderCount(
    in unit: NALUnitHeader, _ sets: ParameterSets
  ) -> Bool {
    guard unit.type.isInstantaneousRefresh else { return true }
    guard unit.layerID > 0 else { return false }
    return sets.video(of: self)?.lacksPictureOrderCount(inLayer: unit.layerID) == false
  }

  private func format(
    inLayer layerID: UInt8, _ sets: ParameterSets
  ) -> RepresentationFormat? {
    sets.video(of: self)?.format(ofLayer: layerID, index: repFormatIndex)
  }

  /// Whether colour planes are coded separately; nil if that is in a VPS which is not known.
  fileprivate func hasSeparateColourPlanes(
    inLayer layerID: UInt8, _ sets: ParameterSets
  ) -> Bool? {
    guard isMultiLayerExtension else { return hasSeparateColourPlanes }
    return format(inLayer: layerID, sets)?.samples?.hasSeparateColourPlanes
  }

  /// The bits of a `slice_segment_address`: `Ceil( Log2( PicSizeInCtbsY ) )`; nil if blocks are
  /// larger than any profile has them, or their number is not in a known set.
  fileprivate func sliceAddressBits(
    inLayer layerID: UInt8, _ sets: ParameterSets
  ) -> Int? {
    let (log2, overflow) = log2MinLumaCodingBlockSizeMinus3.addingReportingOverflow(
      log2DiffMaxMinLumaCodingBlockSize)
    // CtbLog2SizeY is 4 to 6 (§A.3), or 3 in the range of the syntax.
    guard !overflow, log2 <= 3 else { return nil }
    var (width, height) = (width, height)
    if isMultiLayerExtension {
      guard let format = format(inLayer: layerID, sets) else { return nil }
      (width, height) = (UInt32(format.width), UInt32(format.height))
    }
    let block: UInt64 = 1 << (UInt64(log2) + 3)
    let columns = (UInt64(width) + block - 1) / block
    let rows = (UInt64(height) + block - 1) / block
    let (count, tooMany) = columns.multipliedReportingOverflow(by: rows)
    guard !tooMany, count > 0 else { return nil }
    let bits = bitsToCount(to: count)
    return bits <= 32 ? bits : nil
  }
}

/// A NAL unit with a part of a picture (`slice_segment_layer_rbsp`, ITU-T H.265 §7.3.2.9): the first fields of its
/// header, and the rest as bytes.
public struct SliceSegment: Equatable, Sendable {
  public static let name = "slice_segment_layer_rbsp"

  /// The NAL unit that the segment is in.
  public var unit = NALUnitHeader(NALUnitType(rawValue: 1))
  public var header = SliceSegmentHeader()
  /// The rest of the header, where its syntax is known.
  public var intraHeader: IntraSliceHeader?
  /// The bits from the first field that is not in ``header`` to the end of the RBSP.
  public var data = BitString()

  public init() {}

  /// Reads a NAL unit as it is stored: with emulation prevention bytes, without length.
  public init(
    nalUnit: Bytes, sets: ParameterSets, sink: (any FieldSink)? = nil
  ) throws(FieldError) {
    try SliceSegment.check(nalUnit)
    var coder = FieldCoder(decoding: EmulationPrevention.removed(from: nalUnit), sink: sink)
    do throws(FieldError) { try fields(&coder, sets: sets) } catch {
      throw error.nested(in: SliceSegment.name)
    }
  }

  /// The NAL unit as it is stored.
  ///
  /// - Parameter sets: the parameter sets with which it was read; they determine which fields exist.
  public func nalUnit(sets: ParameterSets) throws(FieldError) -> Bytes {
    var copy = self
    var coder = FieldCoder()
    try copy.fields(&coder, sets: sets)
    return Bytes(EmulationPrevention.inserted(into: coder.written.bytes))
  }

  /// Reads the headers of a NAL unit, and none of its slice data.
  ///
  /// - Returns: nil if the syntax of the header is not known to its end. `dataStart` is an offset in the stored NAL
  ///   unit. A header ends with a byte that is not 0, so no emulation prevention is necessary across the boundary,
  ///   and header and data can be replaced separately.
  public static func split(
    _ nalUnit: Bytes, sets: ParameterSets
  ) throws(FieldError) -> (segment: SliceSegment, dataStart: Int)? {
    try check(nalUnit)
    // An extension has 256 bytes at most, and everything else less than 64.
    let start = nalUnit.part(0..<min(nalUnit.count, 512)) ?? nalUnit
    var coder = FieldCoder(decoding: EmulationPrevention.removed(from: start))
    var segment = SliceSegment()
    try segment.headerFields(&coder, sets: sets)
    guard segment.intraHeader != nil else { return nil }
    return (segment, coder.offset - nalUnit.fileOffset)
  }

  /// The headers as they are stored. With ``intraHeader``, slice data can follow.
  public func headerBytes(sets: ParameterSets) throws(FieldError) -> [UInt8] {
    var copy = self
    var coder = FieldCoder()
    try copy.headerFields(&coder, sets: sets)
    return EmulationPrevention.inserted(into: coder.written.bytes)
  }

  /// Only the first part of the header, for which the start of a NAL unit is enough.
  public static func header(
    ofNALUnit nalUnit: Bytes, sets: ParameterSets
  ) throws(FieldError) -> SliceSegmentHeader {
    try check(nalUnit)
    // The fields have less than 32 bytes together.
    let start = nalUnit.part(0..<min(nalUnit.count, 64)) ?? nalUnit
    var coder = FieldCoder(decoding: EmulationPrevention.removed(from: start))
    var unit = NALUnitHeader()
    var header = SliceSegmentHeader()
    try unit.fields(&coder)
    try header.fields(&coder, in: unit, sets: sets)
    return header
  }

  mutating func fields(
    _ f: inout FieldCoder, sets: ParameterSets
  ) throws(FieldError) {
    try headerFields(&f, sets: sets)
    try data.restFields(&f, "slice_segment_data")
  }

  /// The known fields of a slice segment.
  mutating func headerFields(
    _ f: inout FieldCoder, sets: ParameterSets
  ) throws(FieldError) {
    try f.within("nal_unit_header") { (f) throws(FieldError) in try unit.fields(&f) }
    try f.within("slice_segment_header") { (f) throws(FieldError) in
      try header.fields(&f, in: unit, sets: sets)
      guard let picture = sets.pictures[header.pictureParameterSetID],
        let sequence = sets.sequence(of: picture),
        IntraSliceHeader.follows(header, in: unit, picture, sequence)
      else {
        intraHeader = nil
        return
      }
      var rest = intraHeader ?? IntraSliceHeader()
      try rest.fields(&f, picture, sequence)
      intraHeader = rest
    }
  }

  private static func check(_ nalUnit: Bytes) throws(FieldError) {
    guard let type = NALUnit.type(of: nalUnit), type.isSliceSegment else {
      let found = NALUnit.type(of: nalUnit).map { "is \($0)" } ?? "has no whole header"
      throw FieldError(
        .invalid("the NAL unit \(found), but a slice segment is expected"),
        offset: nalUnit.fileOffset)
    }
  }
}

/// The allowed prediction of the blocks of a slice (`slice_type`, ITU-T H.265 Table 7-7).
public enum SliceType: UInt8, Hashable, Sendable {
  /// Blocks may be predicted from up to two pictures.
  case bidirectional
  /// Blocks may be predicted from one picture.
  case predicted
  /// Blocks are predicted within the picture only.
  case intra

  public static let names: ValueNames = [0: "B", 1: "P", 2: "I"]
}

extension SliceType: CustomStringConvertible {
  public var description: String { SliceType.names[UInt64(rawValue)] ?? "" }
}

/// The type of a picture for a player, as far as one of its NAL units shows it.
public enum PictureType: Hashable, Sendable {
  /// Instantaneous decoding refresh: nothing after it refers to earlier pictures.
  case idr
  /// Broken link access: decoding can start here, and pictures that lead it are lost.
  case bla
  /// Clean random access: decoding can start here.
  case cra
  /// The type of its slice, for all other pictures.
  case slice(SliceType)

  /// - Returns: nil if `nalUnit` is not the first segment of a slice, or if `sets` does not have its parameter
  ///   sets.
  public init?(nalUnit: Bytes, sets: ParameterSets) {
    guard let type = NALUnit.type(of: nalUnit), type.isSliceSegment else { return nil }
    switch type.rawValue {
    case 16...18: self = .bla
    case 19, 20: self = .idr
    case 21: self = .cra
    default:
      guard let header = try? SliceSegment.header(ofNALUnit: nalUnit, sets: sets),
        let type = header.type
      else { return nil }
      self = .slice(type)
    }
  }
}

extension PictureType: CustomStringConvertible {
  public var description: String {
    switch self {
    case .idr: "IDR"
    case .bla: "BLA"
    case .cra: "CRA"
    case .slice(let type): type.description
    }
  }
}

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
