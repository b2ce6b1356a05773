public import FieldCoding

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
