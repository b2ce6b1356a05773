public import FieldCoding

/// The requirements of a stream for its decoder, apart from speed (ITU-T H.265 §A.3): the 88 bits before every
/// `general_level_idc`.
public struct Profile: Hashable, Sendable {
  /// `general_profile_space`: 0, as other values have no meaning yet.
  public var space: UInt8 = 0
  public var tier = Tier.main
  /// `general_profile_idc`: 1 is Main, 2 Main 10, 3 Main Still Picture, and 4 the range extensions.
  public var idc: UInt8 = 0
  public var compatibility = ProfileCompatibility()
  public var constraints = ProfileConstraints()

  public init() {}

  /// Whether it is this profile, or is compatible with it.
  public func conforms(to profile: UInt8) -> Bool {
    idc == profile || compatibility[profile]
  }
}

/// The tier, which decides the bit rate of a level (ITU-T H.265 §A.4.1).
public enum Tier: UInt8, Hashable, Sendable {
  case main, high

  public static let names: ValueNames = [0: "Main", 1: "High"]
}

extension Tier: CustomStringConvertible {
  public var description: String { self == .main ? "Main" : "High" }
}

/// `general_profile_compatibility_flag[32]` (ITU-T H.265 §7.4.4): profiles that fit as well.
public struct ProfileCompatibility: RawRepresentable, Hashable, Sendable {
  /// The flags as they are stored: that of profile 0 is the most significant bit.
  public var rawValue: UInt32
  public init(rawValue: UInt32 = 0) { self.rawValue = rawValue }

  /// Whether a decoder for the profile with this number, 0 to 31, will do.
  public subscript(profile: UInt8) -> Bool {
    get { profile < 32 && rawValue & mask(profile) != 0 }
    set {
      if profile < 32 { rawValue = newValue ? rawValue | mask(profile) : rawValue & ~mask(profile) }
    }
  }

  private func mask(_ profile: UInt8) -> UInt32 { 1 << UInt32(31 - profile) }

  /// The flags in reverse bit order, as a codec string has them (ISO/IEC 14496-15 §E.3).
  public var reversed: UInt32 {
    (0..<32).reduce(0) { $0 | (self[UInt8($1)] ? 1 << UInt32($1) : 0) }
  }
}

/// `general_constraint_indicator_flags` (ISO/IEC 14496-15 §8.3.3.1.2): the 48 bits that start with
/// `general_progressive_source_flag` (ITU-T H.265 §7.3.3).
public struct ProfileConstraints: RawRepresentable, Hashable, Sendable {
  /// 48 bits, the first one most significant.
  public var rawValue: UInt64
  public init(rawValue: UInt64 = 0) { self.rawValue = rawValue }

  /// `general_progressive_source_flag`: the pictures were taken as whole frames.
  public var isProgressiveSource: Bool {
    get { self[bit: 0] }
    set { self[bit: 0] = newValue }
  }
  /// `general_interlaced_source_flag`: the pictures were taken as fields.
  public var isInterlacedSource: Bool {
    get { self[bit: 1] }
    set { self[bit: 1] = newValue }
  }
  /// `general_non_packed_constraint_flag`: no message states that a picture has two views in it.
  public var isNonPacked: Bool {
    get { self[bit: 2] }
    set { self[bit: 2] = newValue }
  }
  /// `general_frame_only_constraint_flag`: no picture is a field.
  public var isFrameOnly: Bool {
    get { self[bit: 3] }
    set { self[bit: 3] = newValue }
  }
  // From profile 4 on; in those before, these bits are 0 (Table A.2).
  /// `general_max_12bit_constraint_flag`: samples have at most 12 bits.
  public var max12Bit: Bool {
    get { self[bit: 4] }
    set { self[bit: 4] = newValue }
  }
  /// `general_max_10bit_constraint_flag`: samples have at most 10 bits.
  public var max10Bit: Bool {
    get { self[bit: 5] }
    set { self[bit: 5] = newValue }
  }
  /// `general_max_8bit_constraint_flag`: samples have at most 8 bits.
  public var max8Bit: Bool {
    get { self[bit: 6] }
    set { self[bit: 6] = newValue }
  }
  /// `general_max_422chroma_constraint_flag`: chroma is 4:2:2 at most.
  public var max422Chroma: Bool {
    get { self[bit: 7] }
    set { self[bit: 7] = newValue }
  }
  /// `general_max_420chroma_constraint_flag`: chroma is 4:2:0 at most.
  public var max420Chroma: Bool {
    get { self[bit: 8] }
    set { self[bit: 8] = newValue }
  }
  /// `general_max_monochrome_constraint_flag`: there is no chroma.
  public var maxMonochrome: Bool {
    get { self[bit: 9] }
    set { self[bit: 9] = newValue }
  }
  /// `general_intra_constraint_flag`: no picture refers to another one.
  public var isIntra: Bool {
    get { self[bit: 10] }
    set { self[bit: 10] = newValue }
  }
  /// `general_one_picture_only_constraint_flag`: there is only one picture.
  public var isOnePicture: Bool {
    get { self[bit: 11] }
    set { self[bit: 11] = newValue }
  }
  /// `general_lower_bit_rate_constraint_flag`: the bit rate is within the usual limit of the level.
  public var isLowerBitRate: Bool {
    get { self[bit: 12] }
    set { self[bit: 12] = newValue }
  }
  /// `general_max_14bit_constraint_flag`: samples have at most 14 bits.
  public var max14Bit: Bool {
    get { self[bit: 13] }
    set { self[bit: 13] = newValue }
  }
  /// `general_inbld_flag`, or a reserved bit.
  public var lastBit: Bool {
    get { self[bit: 47] }
    set { self[bit: 47] = newValue }
  }

  /// The bits of `range`, counted from the first, as a number.
  public subscript(range: Range<Int>) -> UInt64 {
    get { rawValue >> UInt64(48 - range.upperBound) & mask(range.count) }
    set {
      let shift = UInt64(48 - range.upperBound)
      rawValue = rawValue & ~(mask(range.count) << shift) | (newValue & mask(range.count)) << shift
    }
  }

  /// The six bytes in order.
  public var bytes: [UInt8] { (0..<6).map { UInt8(self[$0 * 8..<$0 * 8 + 8]) } }

  private subscript(bit index: Int) -> Bool {
    get { self[index..<index + 1] == 1 }
    set { self[index..<index + 1] = newValue ? 1 : 0 }
  }

  private func mask(_ bits: Int) -> UInt64 { (1 << UInt64(bits)) - 1 }
}
