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

/// The speed that a decoder needs (ITU-T H.265 §A.4).
public struct Level: Hashable, Comparable, Sendable {
  /// 30 times the number of the level.
  public var idc: UInt8
  public init(idc: UInt8 = 0) { self.idc = idc }

  public static func < (a: Level, b: Level) -> Bool { a.idc < b.idc }
}

extension Level: CustomStringConvertible {
  /// The number of the level: `3.1`. An `idc` that is not a level is shown as a number.
  public var description: String {
    guard idc % 3 == 0 else { return "\(idc)/30" }
    return idc % 30 == 0 ? "\(idc / 30)" : "\(idc / 30).\(idc % 30 / 3)"
  }
}

/// The decoder capabilities that a stream and its temporal sub-layers need (`profile_tier_level`, ITU-T H.265 §7.3.3).
public struct ProfileTierLevel: Equatable, Sendable {
  public var general = Profile()
  public var generalLevel = Level()
  /// The profiles and levels of all sub-layers but the highest.
  public var subLayers: [SubLayer] = []
  /// `reserved_zero_2bits` of the sub-layers that there are not.
  public var reserved: UInt16 = 0

  /// The decoder capabilities that a temporal sub-layer needs (`sub_layer_profile_present_flag`,
  /// `sub_layer_level_present_flag`).
  public struct SubLayer: Equatable, Sendable {
    public var profile: Profile?
    public var level: Level?
    public init() {}
  }

  public init() {}

  /// `profile_tier_level(profilePresentFlag, maxNumSubLayersMinus1)`
  mutating func fields(
    _ f: inout FieldCoder, maxSubLayersMinus1: UInt32, hasProfile: Bool = true
  ) throws(FieldError) {
    let count = Int(maxSubLayersMinus1)
    try f.checkCount("sub_layers", subLayers.count, count)
    if f.isDecoding { subLayers = Array(repeating: SubLayer(), count: count) }

    if hasProfile { try general.fields(&f, Profile.generalNames) }
    try f.uint(8, "general_level_idc", &generalLevel.idc)
    for index in subLayers.indices {
      try f.within("sub_layers[\(index)]") { (f) throws(FieldError) in
        try f.presence(
          "sub_layer_profile_present_flag", of: &subLayers[index].profile, blank: Profile())
        try f.presence("sub_layer_level_present_flag", of: &subLayers[index].level, blank: Level())
      }
    }
    if count > 0 { try f.uint((8 - count) * 2, "reserved_zero_2bits", &reserved, as: .hex) }
    for index in subLayers.indices {
      try f.group("sub_layers[\(index)]", &subLayers[index].profile) {
        (profile, f) throws(FieldError) in
        try profile.fields(&f, Profile.subLayerNames)
      }
      try f.group("sub_layers[\(index)]", &subLayers[index].level) {
        (level, f) throws(FieldError) in
        try f.uint(8, "sub_layer_level_idc", &level.idc)
      }
    }
  }
}

extension Profile {
  /// The fields are the same for the stream and for a sub-layer, except for their names.
  fileprivate struct Names {
    var space, tier, idc, compatibility, progressive, interlaced, nonPacked, frameOnly: StaticString
    var max12Bit, max10Bit, max8Bit, max422, max420, monochrome, intra: StaticString
    var onePicture, lowerBitRate, max14Bit, inbld: StaticString
    var reserved7, reserved33, reserved34, reserved35, reserved43: StaticString
  }

  fileprivate mutating func fields(
    _ f: inout FieldCoder, _ name: Names
  ) throws(FieldError) {
    try f.uint(2, name.space, &space)
    try f.choice(1, name.tier, &tier, as: .names(Tier.names))
    try f.uint(5, name.idc, &idc, as: .names(Profile.names))
    try f.uint(32, name.compatibility, &compatibility.rawValue, as: .hex)
    try f.flag(name.progressive, &constraints.isProgressiveSource)
    try f.flag(name.interlaced, &constraints.isInterlacedSource)
    try f.flag(name.nonPacked, &constraints.isNonPacked)
    try f.flag(name.frameOnly, &constraints.isFrameOnly)
    if (4...11).contains(where: conforms) {
      try f.flag(name.max12Bit, &constraints.max12Bit)
      try f.flag(name.max10Bit, &constraints.max10Bit)
      try f.flag(name.max8Bit, &constraints.max8Bit)
      try f.flag(name.max422, &constraints.max422Chroma)
      try f.flag(name.max420, &constraints.max420Chroma)
      try f.flag(name.monochrome, &constraints.maxMonochrome)
      try f.flag(name.intra, &constraints.isIntra)
      try f.flag(name.onePicture, &constraints.isOnePicture)
      try f.flag(name.lowerBitRate, &constraints.isLowerBitRate)
      if [5, 9, 10, 11].contains(where: conforms) {
        try f.flag(name.max14Bit, &constraints.max14Bit)
        try f.uint(33, name.reserved33, &constraints[14..<47], as: .hex)
      } else {
        try f.uint(34, name.reserved34, &constraints[13..<47], as: .hex)
      }
    } else if conforms(to: 2) {
      try f.uint(7, name.reserved7, &constraints[4..<11], as: .hex)
      try f.flag(name.onePicture, &constraints.isOnePicture)
      try f.uint(35, name.reserved35, &constraints[12..<47], as: .hex)
    } else {
      try f.uint(43, name.reserved43, &constraints[4..<47], as: .hex)
    }
    try f.flag(name.inbld, &constraints.lastBit)
  }

  fileprivate static let generalNames = Names(
    space: "general_profile_space", tier: "general_tier_flag", idc: "general_profile_idc",
    compatibility: "general_profile_compatibility_flags",
    progressive: "general_progressive_source_flag",
    interlaced: "general_interlaced_source_flag",
    nonPacked: "general_non_packed_constraint_flag",
    frameOnly: "general_frame_only_constraint_flag",
    max12Bit: "general_max_12bit_constraint_flag", max10Bit: "general_max_10bit_constraint_flag",
    max8Bit: "general_max_8bit_constraint_flag", max422: "general_max_422chroma_constraint_flag",
    max420: "general_max_420chroma_constraint_flag",
    monochrome: "general_max_monochrome_constraint_flag", intra: "general_intra_constraint_flag",
    onePicture: "general_one_picture_only_constraint_flag",
    lowerBitRate: "general_lower_bit_rate_constraint_flag",
    max14Bit: "general_max_14bit_constraint_flag", inbld: "general_inbld_flag",
    reserved7: "general_reserved_zero_7bits",
    reserved33: "general_reserved_zero_33bits",
    reserved34: "general_reserved_zero_34bits",
    reserved35: "general_reserved_zero_35bits",
    reserved43: "general_reserved_zero_43bits")

  fileprivate static let subLayerNames = Names(
    space: "sub_layer_profile_space", tier: "sub_layer_tier_flag", idc: "sub_layer_profile_idc",
    compatibility: "sub_layer_profile_compatibility_flags",
    progressive: "sub_layer_progressive_source_flag",
    interlaced: "sub_layer_interlaced_source_flag",
    nonPacked: "sub_layer_non_packed_constraint_flag",
    frameOnly: "sub_layer_frame_only_constraint_flag",
    max12Bit: "sub_layer_max_12bit_constraint_flag",
    max10Bit: "sub_layer_max_10bit_constraint_flag",
    max8Bit: "sub_layer_max_8bit_constraint_flag",
    max422: "sub_layer_max_422chroma_constraint_flag",
    max420: "sub_layer_max_420chroma_constraint_flag",
    monochrome: "sub_layer_max_monochrome_constraint_flag",
    intra: "sub_layer_intra_constraint_flag",
    onePicture: "sub_layer_one_picture_only_constraint_flag",
    lowerBitRate: "sub_layer_lower_bit_rate_constraint_flag",
    max14Bit: "sub_layer_max_14bit_constraint_flag", inbld: "sub_layer_inbld_flag",
    reserved7: "sub_layer_reserved_zero_7bits",
    reserved33: "sub_layer_reserved_zero_33bits",
    reserved34: "sub_layer_reserved_zero_34bits",
    reserved35: "sub_layer_reserved_zero_35bits",
    reserved43: "sub_layer_reserved_zero_43bits")

  /// The names of the values of `general_profile_idc` (ITU-T H.265 §A.3, §G.11, §H.11, §I.11).
  public static let names: ValueNames = [
    1: "Main", 2: "Main 10", 3: "Main Still Picture", 4: "Format Range Extensions",
    5: "High Throughput", 6: "Multiview Main", 7: "Scalable", 8: "3D Main",
    9: "Screen Content Coding Extensions", 10: "Scalable Format Range Extensions",
    11: "High Throughput Screen Content Coding Extensions",
  ]

  /// `Main 10`, `Main 4:2:2 10`, `Monochrome`; nil for a profile that we do not know.
  public var name: String? {
    if let name = name(for: idc) { return name }
    return (1...11).first { compatibility[$0] }.flatMap(name(for:))
  }

  private func name(for idc: UInt8) -> String? {
    if idc == 2, constraints.isOnePicture { return "Main 10 Still Picture" }
    let extended = ExtendedProfile.all.first { $0.idc == idc && $0.allows(constraints) }
    return extended?.name ?? Profile.names[UInt64(idc)]
  }
}

/// A profile that shares its `general_profile_idc` with others. Only constraint flags distinguish it.
private struct ExtendedProfile: Sendable {
  enum Pictures: Sendable { case any, intra, one }

  var idc: UInt8
  var name: String
  var chroma: ChromaFormat
  var bitDepth: Int
  var pictures: Pictures

  init(
    _ idc: UInt8, _ name: String, _ chroma: ChromaFormat, _ bitDepth: Int, _ pictures: Pictures
  ) {
    self.idc = idc
    self.name = name
    self.chroma = chroma
    self.bitDepth = bitDepth
    self.pictures = pictures
  }

  func allows(_ stream: ProfileConstraints) -> Bool {
    guard stream.maxChroma.rawValue <= chroma.rawValue, stream.maxBitDepth <= bitDepth else {
      return false
    }
    return switch pictures {
    case .any: true
    case .intra: stream.isIntra
    case .one: stream.isIntra && stream.isOnePicture
    }
  }

  /// ITU-T H.265 Table A.2 and the like tables for general_profile_idc 5, 9 and 11. A stream has
  /// the first profile that allows it.
  static let all = [
    ExtendedProfile(4, "Monochrome", .monochrome, 8, .any),
    ExtendedProfile(4, "Monochrome 10", .monochrome, 10, .any),
    ExtendedProfile(4, "Monochrome 12", .monochrome, 12, .any),
    ExtendedProfile(4, "Monochrome 16", .monochrome, 16, .any),
    ExtendedProfile(4, "Main Intra", .yuv420, 8, .intra),
    ExtendedProfile(4, "Main 10 Intra", .yuv420, 10, .intra),
    ExtendedProfile(4, "Main 12 Intra", .yuv420, 12, .intra),
    ExtendedProfile(4, "Main 12", .yuv420, 12, .any),
    ExtendedProfile(4, "Main 4:2:2 10 Intra", .yuv422, 10, .intra),
    ExtendedProfile(4, "Main 4:2:2 10", .yuv422, 10, .any),
    ExtendedProfile(4, "Main 4:2:2 12 Intra", .yuv422, 12, .intra),
    ExtendedProfile(4, "Main 4:2:2 12", .yuv422, 12, .any),
    ExtendedProfile(4, "Main 4:4:4 Still Picture", .yuv444, 8, .one),
    ExtendedProfile(4, "Main 4:4:4 Intra", .yuv444, 8, .intra),
    ExtendedProfile(4, "Main 4:4:4", .yuv444, 8, .any),
    ExtendedProfile(4, "Main 4:4:4 10 Intra", .yuv444, 10, .intra),
    ExtendedProfile(4, "Main 4:4:4 10", .yuv444, 10, .any),
    ExtendedProfile(4, "Main 4:4:4 12 Intra", .yuv444, 12, .intra),
    ExtendedProfile(4, "Main 4:4:4 12", .yuv444, 12, .any),
    ExtendedProfile(4, "Main 4:4:4 16 Still Picture", .yuv444, 16, .one),
    ExtendedProfile(4, "Main 4:4:4 16 Intra", .yuv444, 16, .intra),
    ExtendedProfile(5, "High Throughput 4:4:4", .yuv444, 8, .any),
    ExtendedProfile(5, "High Throughput 4:4:4 10", .yuv444, 10, .any),
    ExtendedProfile(5, "High Throughput 4:4:4 14", .yuv444, 14, .any),
    ExtendedProfile(5, "High Throughput 4:4:4 16 Intra", .yuv444, 16, .intra),
    ExtendedProfile(9, "Screen-Extended Main", .yuv420, 8, .any),
    ExtendedProfile(9, "Screen-Extended Main 10", .yuv420, 10, .any),
    ExtendedProfile(9, "Screen-Extended Main 4:4:4", .yuv444, 8, .any),
    ExtendedProfile(9, "Screen-Extended Main 4:4:4 10", .yuv444, 10, .any),
    ExtendedProfile(11, "Screen-Extended High Throughput 4:4:4", .yuv444, 8, .any),
    ExtendedProfile(11, "Screen-Extended High Throughput 4:4:4 10", .yuv444, 10, .any),
    ExtendedProfile(11, "Screen-Extended High Throughput 4:4:4 14", .yuv444, 14, .any),
  ]
}

extension ProfileConstraints {
  fileprivate var maxBitDepth: Int {
    max8Bit ? 8 : max10Bit ? 10 : max12Bit ? 12 : max14Bit ? 14 : 16
  }

  fileprivate var maxChroma: ChromaFormat {
    maxMonochrome ? .monochrome : max420Chroma ? .yuv420 : max422Chroma ? .yuv422 : .yuv444
  }
}
