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

/// The displays for which views were made (`three_dimensional_reference_displays_info`, ITU-T H.265
/// §G.14.2.2). Spatial video has one in its configuration record.
public struct ThreeDimensionalReferenceDisplays: SEIPayload {
  public static let payloadType: UInt32 = 176
  public static let name = "three_dimensional_reference_displays_info"

  /// How exact widths are: 2 to the power of minus this, in centimetres.
  public var widthPrecision: UInt32 = 0
  /// The same for viewing distances; nil if there are none.
  public var distancePrecision: UInt32?
  /// The displays, 1 to 32.
  public var displays = [Display()]
  /// `three_dimensional_reference_displays_extension_flag`
  public var hasExtension = false

  /// A display, and the views that it is to show.
  public struct Display: Equatable, Sendable {
    /// `left_view_id`: the view for the left eye.
    public var leftViewID: UInt32 = 0
    /// `right_view_id`: the view for the right eye.
    public var rightViewID: UInt32 = 0
    /// The width of the display, in centimetres.
    public var width = Size()
    /// The distance of the viewer, in centimetres; only with
    /// ``ThreeDimensionalReferenceDisplays/distancePrecision``.
    public var viewingDistance = Size()
    /// The shift of the views, plus 512; nil if it is not stated.
    public var sampleShiftPlus512: UInt16?
    public init() {}
  }

  /// A floating-point number without sign.
  public struct Size: Equatable, Sendable {
    /// The exponent, 0 to 62; 63 is reserved.
    public var exponent: UInt8 = 0
    /// The mantissa, whose width follows from exponent and precision.
    public var mantissa: UInt64 = 0
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.ue("prec_ref_display_width", &widthPrecision, atMost: 31, "ITU-T H.265 §G.14.3.2")
    try f.optional("ref_viewing_distance_flag", &distancePrecision, blank: 0) {
      (precision, f) throws(FieldError) in
      try f.ue("prec_ref_viewing_dist", &precision, atMost: 31, "ITU-T H.265 §G.14.3.2")
    }
    let precisions = (width: widthPrecision, distance: distancePrecision)
    var countMinus1 = UInt32(clamping: displays.count) &- 1
    try f.ue("num_ref_displays_minus1", &countMinus1, atMost: 31, "ITU-T H.265 §G.14.3.2")
    try f.list("ref_displays", &displays, exactly: Int(countMinus1) + 1, blank: Display()) {
      (display, f) throws(FieldError) in
      try f.ue("left_view_id", &display.leftViewID)
      try f.ue("right_view_id", &display.rightViewID)
      try f.uint(6, "exponent_ref_display_width", &display.width.exponent)
      try f.uint(
        display.width.mantissaBits(precision: precisions.width), "mantissa_ref_display_width",
        &display.width.mantissa)
      if let precision = precisions.distance {
        try f.uint(6, "exponent_ref_viewing_distance", &display.viewingDistance.exponent)
        try f.uint(
          display.viewingDistance.mantissaBits(precision: precision),
          "mantissa_ref_viewing_distance", &display.viewingDistance.mantissa)
      }
      try f.optional("additional_shift_present_flag", &display.sampleShiftPlus512, blank: 512) {
        (shift, f) throws(FieldError) in
        try f.uint(10, "num_sample_shift_plus512", &shift)
      }
    }
    try f.flag("three_dimensional_reference_displays_extension_flag", &hasExtension)
  }
}

extension ThreeDimensionalReferenceDisplays.Size {
  /// ITU-T H.265 §G.14.3.2: the smaller the number, the fewer bits make it exact enough.
  fileprivate func mantissaBits(precision: UInt32) -> Int {
    max(0, exponent == 0 ? Int(precision) - 30 : Int(exponent) + Int(precision) - 31)
  }

  /// The number itself; nil if its exponent is reserved.
  public func value(precision: UInt32) -> Double? {
    guard exponent < 63 else { return nil }
    let bits = mantissaBits(precision: min(precision, 31))
    let fraction = Double(mantissa) * Double(sign: .plus, exponent: -bits, significand: 1)
    let scale = exponent == 0 ? -30 : Int(exponent) - 31
    return (exponent == 0 ? fraction : 1 + fraction)
      * Double(sign: .plus, exponent: scale, significand: 1)
  }
}

/// How the samples of an alpha layer are to be used (`alpha_channel_info`, ITU-T H.265 §F.14.2.8).
public struct AlphaChannelInformation: SEIPayload {
  public static let payloadType: UInt32 = 165
  public static let name = "alpha_channel_info"

  /// How alpha is used from here on; nil if the message cancels the previous one.
  public var alpha: Alpha? = Alpha()

  /// How alpha samples are interpreted, as long as the layer lasts or until another message.
  public struct Alpha: Equatable, Sendable {
    /// `alpha_channel_use_idc`, 0 to 7; see ``AlphaChannelInformation/uses``.
    public var use: UInt8 = 0
    /// The bits of an alpha sample, less 8: 0 to 7.
    public var bitDepthMinus8: UInt8 = 0
    /// The sample value that means full transparency.
    public var transparentValue: UInt16 = 0
    /// The sample value that means full opacity.
    public var opaqueValue: UInt16 = 255
    /// Whether values above the smaller of ``transparentValue`` and ``opaqueValue`` are to be
    /// increased by one.
    public var increments = false
    /// How values in between are clipped: to the nearer end if it is true, otherwise to the range between both ends.
    /// Nil if they are kept.
    public var clipsToNearest: Bool?
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.cancellable("alpha_channel_cancel_flag", &alpha, blank: Alpha()) {
      (alpha, f) throws(FieldError) in
      try f.uint(
        3, "alpha_channel_use_idc", &alpha.use, as: .names(AlphaChannelInformation.uses))
      try f.uint(3, "alpha_channel_bit_depth_minus8", &alpha.bitDepthMinus8)
      let bits = Int(alpha.bitDepthMinus8) + 9
      try f.uint(bits, "alpha_transparent_value", &alpha.transparentValue)
      try f.uint(bits, "alpha_opaque_value", &alpha.opaqueValue)
      try f.flag("alpha_channel_incr_flag", &alpha.increments)
      try f.optional("alpha_channel_clip_flag", &alpha.clipsToNearest, blank: false) {
        (type, f) throws(FieldError) in
        try f.flag("alpha_channel_clip_type_flag", &type)
      }
    }
  }

  /// The meaning of the values of `alpha_channel_use_idc` (ITU-T H.265 §F.14.3.8).
  public static let uses: ValueNames = [
    0: "samples are to be multiplied", 1: "samples are multiplied", 2: "not specified",
  ]
}
