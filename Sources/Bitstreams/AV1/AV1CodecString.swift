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

/// Which sample formats a stream may have (`seq_profile`, AV1 §6.4.1, §A.2).
public struct Profile: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let main = Profile(rawValue: 0)
  public static let high = Profile(rawValue: 1)
  public static let professional = Profile(rawValue: 2)

  public static let names: ValueNames = [0: "Main", 1: "High", 2: "Professional"]

  /// The name of the profile. Nil for one that we do not know.
  public var name: String? { Profile.names[UInt64(rawValue)] }
}

/// The speed that a decoder needs (`seq_level_idx`, AV1 §A.3).
public struct Level: Hashable, Comparable, Sendable {
  /// `seq_level_idx`: 0 is level 2.0, and 31 means that there is no limit.
  public var index: UInt8
  public init(index: UInt8 = 0) { self.index = index }

  public static func < (a: Level, b: Level) -> Bool { a.index < b.index }

  /// AV1 §A.3: some of these levels have no definition yet.
  public static let names: ValueNames = [
    0: "2.0", 1: "2.1", 2: "2.2", 3: "2.3", 4: "3.0", 5: "3.1", 6: "3.2", 7: "3.3", 8: "4.0",
    9: "4.1", 10: "4.2", 11: "4.3", 12: "5.0", 13: "5.1", 14: "5.2", 15: "5.3", 16: "6.0",
    17: "6.1", 18: "6.2", 19: "6.3", 20: "7.0", 21: "7.1", 22: "7.2", 23: "7.3",
    31: "maximum parameters",
  ]
}

extension Level: CustomStringConvertible {
  /// The number of the level: `3.1`. An index that is not a level is shown as a number.
  public var description: String { Level.names[UInt64(index)] ?? "reserved (\(index))" }
}
