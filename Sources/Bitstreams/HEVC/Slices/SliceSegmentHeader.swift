import NALUnits

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
