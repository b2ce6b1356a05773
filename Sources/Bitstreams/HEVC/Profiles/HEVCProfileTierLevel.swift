import FieldCoding

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
}
