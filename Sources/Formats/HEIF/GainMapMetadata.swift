public import FieldCoding

/// The parameters for combining an image and a gain map to an image for brighter or darker displays (ISO 21496-1
/// Annex C).
///
/// HEIF files have them in a `tmap` item, and JPEG files in a segment of the gain map.
public struct GainMapMetadata: FieldCodable {
  /// The versions of readers that support the metadata.
  public var version = GainMapVersion()
  /// Whether there are three channels of gain instead of one.
  public var isMultichannel = false
  /// Whether gains are applied in the colour space of the image, and not in that of the result.
  public var usesBaseColourSpace = false
  /// The common denominator of all fractions, which comes before them; libultrahdr writes this form.
  public var commonDenominator: UInt32?
  /// Whether the gains convert the brighter image to the one for usual displays.
  public var isBackward = false
  /// The maximum brightness of the image relative to white, as a power of two.
  public var baseHeadroom = Fraction()
  /// The maximum brightness of the result relative to white, as a power of two.
  public var alternateHeadroom = Fraction()
  /// The channels: one, or red, green and blue.
  public var channels: [Channel] = [Channel()]

  /// A number without a sign.
  public struct Fraction: Equatable, Sendable {
    /// The numerator.
    public var numerator: UInt32 = 0
    /// The denominator; a hostile file can state 0.
    public var denominator: UInt32 = 1
    /// The quotient; infinite, or not a number, if the denominator is 0.
    public var value: Double { Double(numerator) / Double(denominator) }

    /// A quotient; 0 by default.
    public init(numerator: UInt32 = 0, denominator: UInt32 = 1) {
      self.numerator = numerator
      self.denominator = denominator
    }
  }

  /// A number with a sign.
  public struct SignedFraction: Equatable, Sendable {
    /// The numerator.
    public var numerator: Int32 = 0
    /// The denominator; a hostile file can state 0.
    public var denominator: UInt32 = 1
    /// The quotient; infinite, or not a number, if the denominator is 0.
    public var value: Double { Double(numerator) / Double(denominator) }

    /// A quotient; 0 by default.
    public init(numerator: Int32 = 0, denominator: UInt32 = 1) {
      self.numerator = numerator
      self.denominator = denominator
    }
  }

  /// The parameters that convert values of the gain map to gains.
  public struct Channel: Equatable, Sendable {
    /// The gain of the lowest value, as a power of two.
    public var gainMapMin = SignedFraction()
    /// The gain of the highest value, as a power of two.
    public var gainMapMax = SignedFraction()
    /// The exponent that the values were raised to when they were stored.
    public var gamma = Fraction(numerator: 1)
    /// The offset that is added to the samples of the image before the multiplication.
    public var baseOffset = SignedFraction()
    /// The offset that is subtracted from the result.
    public var alternateOffset = SignedFraction()

    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try version.fields(&f)
    var hasCommon = commonDenominator != nil
    try f.flag("is_multichannel", &isMultichannel)
    try f.flag("use_base_colour_space", &usesBaseColourSpace)
    try f.reserved(2)
    try f.flag("common_denominator", &hasCommon)
    try f.flag("backward_direction", &isBackward)
    try f.reserved(2)
    if hasCommon {
      var common = commonDenominator ?? 1
      try f.uint(32, "denominator", &common)
      commonDenominator = common
    } else {
      commonDenominator = nil
    }
    let common = commonDenominator
    try f.fraction("base_hdr_headroom", &baseHeadroom, common)
    try f.fraction("alternate_hdr_headroom", &alternateHeadroom, common)
    try f.list(
      "channels", &channels, count: .exactly(isMultichannel ? 3 : 1), of: Channel()
    ) { (channel, f) throws(FieldError) in
      try f.fraction("gain_map_min", &channel.gainMapMin, common)
      try f.fraction("gain_map_max", &channel.gainMapMax, common)
      try f.fraction("gamma", &channel.gamma, common)
      try f.fraction("base_offset", &channel.baseOffset, common)
      try f.fraction("alternate_offset", &channel.alternateOffset, common)
    }
  }
}

/// The versions of readers that support gain map metadata. In JPEG files, the image with the gain map has only these.
public struct GainMapVersion: FieldCodable {
  /// The lowest version that a reader has to understand.
  public var minimumVersion: UInt16 = 0
  /// The version of the program that wrote it.
  public var writerVersion: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "minimum_version", &minimumVersion)
    try f.uint(16, "writer_version", &writerVersion)
  }
}

extension FieldCoder {
  fileprivate mutating func fraction(
    _ name: String, _ value: inout GainMapMetadata.Fraction, _ common: UInt32?
  ) throws(FieldError) {
    try within(name) { (f) throws(FieldError) in
      try f.uint(32, "numerator", &value.numerator)
      try f.denominator(&value.denominator, common)
    }
  }

  fileprivate mutating func fraction(
    _ name: String, _ value: inout GainMapMetadata.SignedFraction, _ common: UInt32?
  ) throws(FieldError) {
    try within(name) { (f) throws(FieldError) in
      try f.int(32, "numerator", &value.numerator)
      try f.denominator(&value.denominator, common)
    }
  }

  private mutating func denominator(
    _ value: inout UInt32, _ common: UInt32?
  ) throws(FieldError) {
    if let common { value = common } else { try uint(32, "denominator", &value) }
  }
}
