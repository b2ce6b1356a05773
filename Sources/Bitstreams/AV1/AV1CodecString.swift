public import FieldCoding
import NALUnits

/// The `codecs` parameter of a track (AV1 Codec ISO Media File Format Binding §5): `av01.0.04M.10`, followed by the
/// colours if they are not the default.
public struct CodecString: Hashable, Sendable {
  /// The type of the sample entry, such as `av01`.
  public var sampleEntry: FourCC
  public var profile: Profile
  public var level: Level
  /// Whether the tier is the High one (`seq_tier`).
  public var isHighTier: Bool
  /// The bits of a sample: 8, 10 or 12.
  public var bitDepth: Int
  /// `.0.110.01.01.01.0`: format and colours; nil for those of BT.709 in 4:2:0.
  public var details: String?

  /// The codec string of a stream with this profile, level and format (`color_config`).
  public init(
    sampleEntry: FourCC = "av01", profile: Profile, level: Level, isHighTier: Bool,
    colour: ColourConfig
  ) {
    self.sampleEntry = sampleEntry
    self.profile = profile
    self.level = level
    self.isHighTier = isHighTier
    bitDepth = colour.bitDepth
    let details = CodecString.details(of: colour)
    self.details = details == "0.110.01.01.01.0" ? nil : details
  }

  private static func details(of colour: ColourConfig) -> String {
    let points = colour.description
    let position =
      colour.subsamplingX && colour.subsamplingY && !colour.isMonochrome
      ? colour.chromaSamplePosition : 0
    // A colour that is not stated is not the same as BT.709, but the string has no other word for
    // it.
    let codes = [
      points?.colourPrimaries, points?.transferCharacteristics, points?.matrixCoefficients,
    ]
    return [
      colour.isMonochrome ? "1" : "0",
      "\(colour.subsamplingX ? 1 : 0)\(colour.subsamplingY ? 1 : 0)\(position)",
      codes.map { zeroPadded($0 ?? 1, to: 2) }.joined(separator: "."),
      colour.isFullRange ? "1" : "0",
    ].joined(separator: ".")
  }
}

extension CodecString: CustomStringConvertible {
  public var description: String {
    let level = zeroPadded(level.index, to: 2) + (isHighTier ? "H" : "M")
    let parts = [
      "\(sampleEntry)", "\(profile.rawValue)", level, zeroPadded(bitDepth, to: 2), details,
    ]
    return parts.compactMap { $0 }.joined(separator: ".")
  }
}
