public import FieldCoding

/// What a stream asks of its decoder, apart from speed (ITU-T H.265 §A.3): the 88 bits that stand
/// in front of every `general_level_idc`.
public struct Profile: Hashable, Sendable {
  public var space: UInt8 = 0
  public var tier = Tier.main
  public var idc: UInt8 = 0
  public var compatibility = ProfileCompatibility()
  public var constraints = ProfileConstraints()

  public init() {}

  /// Whether it is this profile, or says that a decoder for it will do.
  public func conforms(to profile: UInt8) -> Bool {
    idc == profile || compatibility[profile]
  }
}

/// How many bits a second a level means (ITU-T H.265 §A.4.1).
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

  public var isProgressiveSource: Bool {
    get { self[bit: 0] }
    set { self[bit: 0] = newValue }
  }
  public var isInterlacedSource: Bool {
    get { self[bit: 1] }
    set { self[bit: 1] = newValue }
  }
  public var isNonPacked: Bool {
    get { self[bit: 2] }
    set { self[bit: 2] = newValue }
  }
  public var isFrameOnly: Bool {
    get { self[bit: 3] }
    set { self[bit: 3] = newValue }
  }
  // From profile 4 on; in those before, these bits are 0 (Table A.2).
  public var max12Bit: Bool {
    get { self[bit: 4] }
    set { self[bit: 4] = newValue }
  }
  public var max10Bit: Bool {
    get { self[bit: 5] }
    set { self[bit: 5] = newValue }
  }
  public var max8Bit: Bool {
    get { self[bit: 6] }
    set { self[bit: 6] = newValue }
  }
  public var max422Chroma: Bool {
    get { self[bit: 7] }
    set { self[bit: 7] = newValue }
  }
  public var max420Chroma: Bool {
    get { self[bit: 8] }
    set { self[bit: 8] = newValue }
  }
  public var maxMonochrome: Bool {
    get { self[bit: 9] }
    set { self[bit: 9] = newValue }
  }
  public var isIntra: Bool {
    get { self[bit: 10] }
    set { self[bit: 10] = newValue }
  }
  public var isOnePicture: Bool {
    get { self[bit: 11] }
    set { self[bit: 11] = newValue }
  }
  public var isLowerBitRate: Bool {
    get { self[bit: 12] }
    set { self[bit: 12] = newValue }
  }
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
