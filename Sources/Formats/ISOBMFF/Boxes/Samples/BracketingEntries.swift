// The properties in which a picture of a series differs from the others: entries of sample groups, and the bodies of
// item properties.

/// The exposure difference of a picture.
public struct AutoExposureBracketingEntry: RegisteredSyntax {
  public static let type: FourCC = "aebr"
  public static let specification = "ISO/IEC 23008-12 §6.8.6, §7.5.2"

  /// Steps in one stop: 1, 2, 3 or 4.
  public var exposureStep: Int8 = 1
  public var exposureNumerator: Int8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(8, "exposure_step", &exposureStep)
    try f.int(8, "exposure_numerator", &exposureNumerator)
  }
}

/// The difference of the flash's strength in stops.
public struct FlashExposureBracketingEntry: RegisteredSyntax {
  public static let type: FourCC = "afbr"
  public static let specification = "ISO/IEC 23008-12 §6.8.6, §7.5.2"

  public var flashExposureNumerator: Int8 = 0
  public var flashExposureDenominator: Int8 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(8, "flash_exposure_numerator", &flashExposureNumerator)
    try f.int(8, "flash_exposure_denominator", &flashExposureDenominator)
  }
}

/// The difference of the aperture in stops.
public struct DepthOfFieldBracketingEntry: RegisteredSyntax {
  public static let type: FourCC = "dobr"
  public static let specification = "ISO/IEC 23008-12 §6.8.6, §7.5.2"

  public var fStopNumerator: Int8 = 0
  public var fStopDenominator: Int8 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(8, "f_stop_numerator", &fStopNumerator)
    try f.int(8, "f_stop_denominator", &fStopDenominator)
  }
}

/// The distance of focus in metres; a denominator of 0 is infinity.
public struct FocusBracketingEntry: RegisteredSyntax {
  public static let type: FourCC = "fobr"
  public static let specification = "ISO/IEC 23008-12 §6.8.6, §7.5.2"

  public var focusDistanceNumerator: UInt16 = 0
  public var focusDistanceDenominator: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "focus_distance_numerator", &focusDistanceNumerator)
    try f.uint(16, "focus_distance_denominator", &focusDistanceDenominator)
  }
}

/// The white that the colours were balanced for.
public struct WhiteBalanceBracketingEntry: RegisteredSyntax {
  public static let type: FourCC = "wbbr"
  public static let specification = "ISO/IEC 23008-12 §6.8.6, §7.5.2"

  /// Kelvin.
  public var blueAmber: UInt16 = 5500
  /// The shift in 1/100 Duv: green is positive.
  public var greenMagenta: Int8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "blue_amber", &blueAmber)
    try f.int(8, "green_magenta", &greenMagenta)
  }
}

/// The position of a picture in a panorama.
public struct PanoramaEntry: RegisteredSyntax {
  public static let type: FourCC = "pano"
  public static let specification = "ISO/IEC 23008-12 §6.8.8, §7.5.2"

  public var frameNumber: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "frame_number", &frameNumber)
  }
}
