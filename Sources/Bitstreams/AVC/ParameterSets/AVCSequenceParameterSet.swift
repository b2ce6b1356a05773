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
