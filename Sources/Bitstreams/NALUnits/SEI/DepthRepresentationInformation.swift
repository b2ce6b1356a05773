public import FieldCoding

/// The meaning of the samples of a depth layer (`depth_representation_info`, ITU-T H.265 §G.14.2.3).
public struct DepthRepresentationInformation: SEIPayload {
  public static let payloadType: UInt32 = 177
  public static let name = "depth_representation_info"

  /// `depth_representation_type`, 0 to 3; see ``types``.
  public var type: UInt32 = 0
  /// The view for which disparities are stated; only with ``minDisparity`` or ``maxDisparity``.
  public var disparityReferenceViewID: UInt32 = 0
  /// The distance of the nearest point (`z_near`); nil if it is not stated.
  public var nearDepth: Number?
  /// The distance of the farthest point (`z_far`); nil if it is not stated.
  public var farDepth: Number?
  /// The least disparity (`d_min`); nil if it is not stated.
  public var minDisparity: Number?
  /// The greatest disparity (`d_max`); nil if it is not stated.
  public var maxDisparity: Number?
  /// The points of a curve; only with a ``type`` of 3.
  public var nonlinearModel: [UInt32] = [0]

  /// `depth_rep_info_element`: a sign, an exponent and a mantissa.
  public struct Number: FieldCodable {
    /// `da_sign_flag`
    public var isNegative = false
    /// `da_exponent`, 0 to 126; 127 is reserved.
    public var exponent: UInt8 = 0
    /// `da_mantissa_len_minus1`: the bits of the mantissa, less one, 0 to 31.
    public var mantissaLengthMinus1: UInt8 = 0
    /// `da_mantissa`
    public var mantissa: UInt32 = 0
    public init() {}

    /// The number itself (Table G.2); nil if its exponent is reserved.
    public var value: Double? {
      guard exponent < 127 else { return nil }
      let fraction = scaled(1, by: -(Int(mantissaLengthMinus1) + 1)) * Double(mantissa)
      let size =
        exponent == 0
        ? scaled(fraction, by: -30) : scaled(1 + fraction, by: Int(exponent) - 31)
      return isNegative ? -size : size
    }

    private func scaled(_ number: Double, by exponent: Int) -> Double {
      number * Double(sign: .plus, exponent: exponent, significand: 1)
    }

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("da_sign_flag", &isNegative)
      try f.uint(7, "da_exponent", &exponent)
      try f.uint(5, "da_mantissa_len_minus1", &mantissaLengthMinus1)
      try f.uint(Int(mantissaLengthMinus1) + 1, "da_mantissa", &mantissa)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.presence("z_near_flag", of: &nearDepth, blank: Number())
    try f.presence("z_far_flag", of: &farDepth, blank: Number())
    try f.presence("d_min_flag", of: &minDisparity, blank: Number())
    try f.presence("d_max_flag", of: &maxDisparity, blank: Number())
    try f.ue(
      "depth_representation_type", &type, as: .names(DepthRepresentationInformation.types))
    if minDisparity != nil || maxDisparity != nil {
      try f.ue("disparity_ref_view_id", &disparityReferenceViewID)
    }
    try f.group("z_near", &nearDepth)
    try f.group("z_far", &farDepth)
    try f.group("d_min", &minDisparity)
    try f.group("d_max", &maxDisparity)
    if type == 3 {
      var countMinus1 = UInt32(clamping: nonlinearModel.count) &- 1
      try f.ue(
        "depth_nonlinear_representation_num_minus1", &countMinus1, atMost: 62,
        "ITU-T H.265 §G.14.3.3")
      try f.ueList(
        "depth_nonlinear_representation_model", &nonlinearModel, count: Int(countMinus1) + 1)
    }
  }

  /// The names of the values (ITU-T H.265 Table G.1).
  public static let types: ValueNames = [
    0: "inverse depth", 1: "disparity", 2: "depth", 3: "nonlinear disparity",
  ]
}
