public import FieldCoding
import NALUnits

/// The decoder capabilities that a stream needs (`profile_tier_level( 1, ... )`, ITU-T H.266 §7.3.3.1).
public struct ProfileTierLevel: Equatable, Sendable {
  public var profile = Profile()
  public var isHighTier = false
  public var level = Level()
  public var isFrameOnly = false
  public var hasMultipleLayers = false
  public var constraints = GeneralConstraints()
  /// The levels of all sub-layers but the highest, the lowest first; nil for one that is not
  /// stated.
  public var subLayerLevels: [Level?] = []
  public var subProfiles: [UInt32] = []

  public init() {}

  mutating func fields(
    _ f: inout FieldCoder, maxSubLayersMinus1: Int
  ) throws(FieldError) {
    try f.uint(7, "general_profile_idc", &profile.idc, as: .names(Profile.names))
    try f.flag("general_tier_flag", &isHighTier)
    try f.uint(8, "general_level_idc", &level.idc)
    try f.flag("ptl_frame_only_constraint_flag", &isFrameOnly)
    try f.flag("ptl_multilayer_enabled_flag", &hasMultipleLayers)
    try f.within("general_constraints_info") { (f) throws(FieldError) in
      try constraints.fields(&f)
    }
    try f.subLayerLevels(&subLayerLevels, count: maxSubLayersMinus1)
    try f.list(
      32, "general_sub_profile_idc", &subProfiles, count: .bits(8, "ptl_num_sub_profiles"),
      as: .hex)
  }
}

extension FieldCoder {
  /// The flags and the levels of sub-layers, from the highest to the lowest.
  mutating func subLayerLevels(
    _ levels: inout [Level?], count: Int
  ) throws(FieldError) {
    try checkCount("sublayer_level_idc", levels.count, count)
    if isDecoding { levels = Array(repeating: nil, count: count) }
    for index in levels.indices.reversed() {
      try within("sublayers[\(index)]") { (f) throws(FieldError) in
        try f.presence("ptl_sublayer_level_present_flag", of: &levels[index], blank: Level())
      }
    }
    try alignToByte()
    for index in levels.indices.reversed() {
      try group("sublayers[\(index)]", &levels[index]) { (level, f) throws(FieldError) in
        try f.uint(8, "sublayer_level_idc", &level.idc)
      }
    }
  }
}

/// A set of coding tools (ITU-T H.266 §A.3).
public struct Profile: Hashable, Sendable {
  public var idc: UInt8
  public init(idc: UInt8 = 1) { self.idc = idc }

  /// The names of the profiles of the first edition.
  public static let names: ValueNames = [
    1: "Main 10", 17: "Multilayer Main 10", 33: "Main 10 4:4:4", 49: "Multilayer Main 10 4:4:4",
    65: "Main 10 Still Picture", 97: "Main 10 4:4:4 Still Picture",
  ]

  /// The name of the profile. Nil for one that we do not know.
  public var name: String? { Profile.names[UInt64(idc)] }
}

/// The speed that a decoder needs (ITU-T H.266 §A.4).
public struct Level: Hashable, Comparable, Sendable {
  /// The level: 16 times its major number plus 3 times its minor number.
  public var idc: UInt8
  public init(idc: UInt8 = 0) { self.idc = idc }

  public static func < (a: Level, b: Level) -> Bool { a.idc < b.idc }
}

extension Level: CustomStringConvertible {
  /// The number of the level: `3.1`. An `idc` that is not a level is shown as a number.
  public var description: String {
    let (major, rest) = (idc / 16, idc % 16)
    guard rest % 3 == 0 else { return "level_idc \(idc)" }
    return rest == 0 ? "\(major)" : "\(major).\(rest / 3)"
  }
}
