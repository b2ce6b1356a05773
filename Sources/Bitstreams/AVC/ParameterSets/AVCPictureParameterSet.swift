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
