public import FieldCoding
public import NALUnits

/// What pictures share (`pic_parameter_set_rbsp`, ITU-T H.264 §7.3.2.2): how they are coded.
public struct PictureParameterSet: NALUnitContent {
  public static let name = "pic_parameter_set_rbsp"
  public static let types = [NALUnitType.pictureParameterSet]

  public var header = NALUnitHeader(.pictureParameterSet, referenceIDC: 3)
  public var id: UInt32 = 0
  public var sequenceParameterSetID: UInt32 = 0
  public var usesArithmeticCoding = false
  public var hasBottomFieldOrder = false
  /// The groups of slices; nil if there is one group, which is the rule.
  public var sliceGroups: SliceGroups?
  public var defaultReferenceIndexL0CountMinus1: UInt32 = 0
  public var defaultReferenceIndexL1CountMinus1: UInt32 = 0
  public var usesWeightedPrediction = false
  public var weightedBipredictionIDC: UInt8 = 0
  public var initialQPMinus26: Int32 = 0
  public var initialQSMinus26: Int32 = 0
  public var chromaQPIndexOffset: Int32 = 0
  public var hasDeblockingControl = false
  public var usesConstrainedIntraPrediction = false
  public var hasRedundantPictureCount = false
  /// The fields of the High profiles.
  public var highProfile: HighProfile?
  public var trailing = RBSPTrailing()
  /// `chroma_format_idc` of the SPS: not a field, but it says how many scaling lists there are.
  public var chromaFormatIDC: UInt32 = 1

  /// The fields of the High profiles in a PPS (from `transform_8x8_mode_flag` on, ITU-T H.264 §7.3.2.2).
  public struct HighProfile: Equatable, Sendable {
    public var usesTransform8x8 = false
    public var scalingMatrix: ScalingMatrix?
    public var secondChromaQPIndexOffset: Int32 = 0
    public init() {}
  }

  public init() {}

  /// Reads a stored NAL unit. It depends on the SPS that it names; if this SPS is not among `sequences`, 4:2:0 is
  /// assumed.
  public init(
    nalUnit: Bytes, sequences: [SequenceParameterSetData], budget: DecodeBudget = DecodeBudget(),
    sink: (any FieldSink)? = nil
  ) throws(FieldError) {
    try self.init(nalUnit: nalUnit, budget: budget, sink: sink) { (set, f) throws(FieldError) in
      try set.fields(&f, sequences: sequences)
    }
  }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try fields(&f, sequences: [])
  }

  mutating func fields(
    _ f: inout FieldCoder, sequences: [SequenceParameterSetData]
  ) throws(FieldError) {
    try headerFields(&f)
    try f.ue("pic_parameter_set_id", &id, atMost: 255, "ITU-T H.264 §7.4.2.2")
    try f.ue("seq_parameter_set_id", &sequenceParameterSetID, atMost: 31, "ITU-T H.264 §7.4.2.2")
    if f.isDecoding, let sequence = sequences.first(where: { $0.id == sequenceParameterSetID }) {
      chromaFormatIDC = UInt32(sequence.chromaFormat.rawValue)
    }
    try f.flag("entropy_coding_mode_flag", &usesArithmeticCoding)
    try f.flag("bottom_field_pic_order_in_frame_present_flag", &hasBottomFieldOrder)
    try f.sliceGroups(&sliceGroups)
    try f.ue("num_ref_idx_l0_default_active_minus1", &defaultReferenceIndexL0CountMinus1)
    try f.ue("num_ref_idx_l1_default_active_minus1", &defaultReferenceIndexL1CountMinus1)
    try f.flag("weighted_pred_flag", &usesWeightedPrediction)
    try f.uint(2, "weighted_bipred_idc", &weightedBipredictionIDC)
    try f.se("pic_init_qp_minus26", &initialQPMinus26)
    try f.se("pic_init_qs_minus26", &initialQSMinus26)
    try f.se("chroma_qp_index_offset", &chromaQPIndexOffset)
    try f.flag("deblocking_filter_control_present_flag", &hasDeblockingControl)
    try f.flag("constrained_intra_pred_flag", &usesConstrainedIntraPrediction)
    try f.flag("redundant_pic_cnt_present_flag", &hasRedundantPictureCount)
    // if( more_rbsp_data( ) )
    if f.isDecoding { highProfile = (f.bitsBeforeStopBit ?? 0) > 0 ? HighProfile() : nil }
    try highProfile?.fields(&f, chromaFormatIDC: chromaFormatIDC)
    try trailing.fields(&f)
  }
}

extension PictureParameterSet.HighProfile {
  fileprivate mutating func fields(
    _ f: inout FieldCoder, chromaFormatIDC: UInt32
  ) throws(FieldError) {
    try f.flag("transform_8x8_mode_flag", &usesTransform8x8)
    let count = 6 + (usesTransform8x8 ? (chromaFormatIDC != 3 ? 2 : 6) : 0)
    try f.optional("pic_scaling_matrix_present_flag", &scalingMatrix, blank: .init()) {
      (matrix, f) throws(FieldError) in
      try matrix.fields(&f, "pic_scaling_list_present_flag", count: count)
    }
    try f.se("second_chroma_qp_index_offset", &secondChromaQPIndexOffset)
  }
}

/// The assignment of macroblocks to slice groups (`slice_group_map_type`, ITU-T H.264 §7.3.2.2, §8.2.2).
public struct SliceGroups: Equatable, Sendable {
  /// 1 to 7.
  public var countMinus1: UInt32 = 1
  /// Which macroblocks are in which group.
  public var map = Map.dispersed

  /// How macroblocks are given to slice groups (`slice_group_map_type`, ITU-T H.264 §7.4.2.2).
  public enum Map: Equatable, Sendable {
    /// Runs of macroblocks, of all groups in turn.
    case interleaved(runLengthsMinus1: [UInt32])
    case dispersed
    /// Rectangles, and the rest of the picture.
    case foreground([Rectangle])
    /// Types 3 to 5: two groups. One of them grows.
    case changing(type: UInt32, isReversed: Bool, rateMinus1: UInt32)
    /// The group of each map unit.
    case explicit([UInt8])
  }

  /// A rectangle of map units, which are counted in raster order (`top_left`, `bottom_right`).
  public struct Rectangle: Equatable, Sendable {
    public var topLeft: UInt32 = 0
    public var bottomRight: UInt32 = 0
    public init() {}
  }

  public init() {}

  private var type: UInt32 {
    switch map {
    case .interleaved: 0
    case .dispersed: 1
    case .foreground: 2
    case .changing(let type, _, _): type
    case .explicit: 6
    }
  }

  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var type = type
    try f.ue("slice_group_map_type", &type, atMost: 6, "ITU-T H.264 §7.4.2.2")
    switch type {
    case 0:
      var lengths: [UInt32] = if case .interleaved(let lengths) = map { lengths } else { [] }
      try f.ueList("run_length_minus1", &lengths, count: Int(countMinus1) + 1)
      map = .interleaved(runLengthsMinus1: lengths)
    case 1: map = .dispersed
    case 2:
      var rectangles = if case .foreground(let known) = map { known } else { [Rectangle]() }
      try f.list(
        "slice_groups", &rectangles, exactly: Int(countMinus1), blank: Rectangle()
      ) { (rectangle, f) throws(FieldError) in
        try f.ue("top_left", &rectangle.topLeft)
        try f.ue("bottom_right", &rectangle.bottomRight)
      }
      map = .foreground(rectangles)
    case 6:
      var groups: [UInt8] = if case .explicit(let groups) = map { groups } else { [] }
      var sizeMinus1 = UInt32(clamping: max(0, groups.count - 1))
      try f.ue("pic_size_in_map_units_minus1", &sizeMinus1)
      let bits = bitsToCount(to: UInt64(countMinus1) + 1)
      try f.checkCount("slice_group_id", groups.count, Int(sizeMinus1) + 1)
      try f.list(bits, "slice_group_id", &groups, count: .exactly(Int(sizeMinus1) + 1))
      map = .explicit(groups)
    default:
      var (isReversed, rate): (Bool, UInt32) = (false, 0)
      if case .changing(_, let known, let knownRate) = map {
        (isReversed, rate) = (known, knownRate)
      }
      try f.flag("slice_group_change_direction_flag", &isReversed)
      try f.ue("slice_group_change_rate_minus1", &rate)
      map = .changing(type: type, isReversed: isReversed, rateMinus1: rate)
    }
  }
}

extension FieldCoder {
  /// `num_slice_groups_minus1`, and the following fields if there is more than one.
  mutating func sliceGroups(_ groups: inout SliceGroups?) throws(FieldError) {
    var countMinus1 = groups?.countMinus1 ?? 0
    try ue("num_slice_groups_minus1", &countMinus1, atMost: 7, "ITU-T H.264 §A.2")
    guard countMinus1 > 0 else {
      groups = nil
      return
    }
    var present = groups ?? SliceGroups()
    present.countMinus1 = countMinus1
    try present.fields(&self)
    groups = present
  }
}
