public import FieldCoding
import ISOBMFF
internal import Metadata

/// A gain map of an image: the image, and the kind of metadata that describes it.
public struct GainMap: Sendable {
  /// The image whose samples are gains.
  public var item: Item
  /// The kind of metadata that describes the samples.
  public var meaning: Meaning

  /// The kind of metadata that describes the samples.
  public enum Meaning: Sendable {
    /// The `tmap` item that combines the base and the map (ISO 21496-1).
    case toneMap(Item)
    /// Apple's own form: auxiliary images before iOS 18, with the headroom in metadata.
    case apple
    /// Auxiliary images of other writers, such as Samsung, described in XMP with Adobe's properties.
    case described
  }

  /// Whether it is the input of a tone-mapped image.
  fileprivate var isInput: Bool { if case .toneMap = meaning { true } else { false } }

  package static let appleURN = XMPPacket.appleGainMapType
}

extension HEIFFile {
  /// The gain map of an image, or that of a tone-mapped image itself. A statement of ISO 21496-1 is
  /// preferred to Apple's own.
  public func gainMap(of id: UInt32) -> GainMap? {
    let isToneMapped = item(id)?.type == "tmap"
    let toneMaps = isToneMapped ? item(id).map { [$0] } ?? [] : sources("dimg", to: id)
    for candidate in toneMaps where candidate.type == "tmap" {
      let inputs = targets("dimg", from: candidate.id)
      guard inputs.count == 2, isToneMapped || inputs[0] == id, let map = item(inputs[1]) else {
        continue
      }
      return GainMap(item: map, meaning: .toneMap(candidate))
    }
    return auxiliaryImages(of: id).first { $0.kind == .hdrGainMap }.map { map, _ in
      let urn = map.property(AuxiliaryTypeProperty.self)?.auxType.string
      return GainMap(item: map, meaning: urn == GainMap.appleURN ? .apple : .described)
    }
  }

  /// The plan of a gain map that matches an image as it is shown; nil if their aspect ratios differ.
  ///
  /// The inputs of a tone-mapped image are transformed before they are used (ISO/IEC 23008-12 §6.6.2.4). If an
  /// auxiliary image has no transformations, those of the image to which it belongs apply to it.
  ///
  /// Throws if the gain map cannot be planned, as ``plan(for:)`` does.
  public func plan(
    for map: GainMap, of picture: ImagePlan
  ) throws(FieldError) -> ImagePlan? {
    if !map.isInput { return try plan(forAuxiliary: map.item, of: picture) }
    let plan = try plan(for: map.item.id)
    return plan.displaySize.hasShape(of: picture.displaySize) ? plan : nil
  }

  /// The plan of an auxiliary image that matches an image as it is shown; nil if their aspect ratios differ.
  ///
  /// Throws if the image cannot be planned, as ``plan(for:)`` does.
  public func plan(
    forAuxiliary item: Item, of picture: ImagePlan
  ) throws(FieldError) -> ImagePlan? {
    var plan = try plan(for: item.id)
    if plan.transforms.isEmpty {
      guard let transforms = picture.transforms(scaledTo: plan.canvas) else { return nil }
      plan.transforms = transforms
    }
    return plan.displaySize.hasShape(of: picture.displaySize) ? plan : nil
  }
}

extension ImagePlan {
  /// The transformations for an image of the same shape and another size.
  fileprivate func transforms(scaledTo size: Size) -> [Transform]? {
    guard size.hasShape(of: canvas) else { return nil }
    var own = size
    var result: [Transform] = []
    var theirs = canvas
    for transform in transforms {
      var scaled = transform
      if case .crop(let x, let y, let width, let height) = transform {
        // Rounding to the nearest sample moves the map by at most half a sample.
        func scale(_ value: Int, _ from: Int, _ to: Int) -> Int {
          let product = value.multipliedFullWidth(by: to)
          guard product.high == 0, from > 0 else { return 0 }
          return Int(clamping: (product.low + UInt(from) / 2) / UInt(from))
        }
        let left = min(scale(x, theirs.width, own.width), own.width - 1)
        let top = min(scale(y, theirs.height, own.height), own.height - 1)
        scaled = .crop(
          x: left, y: top,
          width: max(1, min(scale(width, theirs.width, own.width), own.width - left)),
          height: max(1, min(scale(height, theirs.height, own.height), own.height - top)))
      }
      result.append(scaled)
      theirs = transform.size(of: theirs)
      own = scaled.size(of: own)
    }
    return result
  }
}

extension ImagePlan.Size {
  /// Whether the aspect ratio is the same, except for a rounding of two samples or two percent.
  package func hasShape(of other: ImagePlan.Size) -> Bool {
    guard width > 0, height > 0, other.width > 0, other.height > 0 else { return false }
    let expected = Double(height) * Double(other.width) / Double(other.height)
    return abs(Double(width) - expected) <= max(2, 0.02 * expected)
  }
}

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

/// The payload of a `tmap` item: the parameters for combining its inputs, an image and a gain map, to an image for
/// brighter or darker displays.
public struct ToneMap: ItemPayload {
  /// The type of such items.
  public static let itemType: FourCC = "tmap"
  public static let specification = "ISO 21496-1 Annex C, ISO/IEC 23008-12 §6.6.2.4"

  /// The version; it is 0.
  public var version: UInt8 = 0
  /// The parameters for combining the base and the gain map.
  public var metadata = GainMapMetadata()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "version", &version)
    try metadata.fields(&f)
  }
}
