/// MPEG-H 3D audio.
public struct MHAConfigurationBox: BoxBody {
  public static let type: FourCC = "mhaC"
  public static let specification = "ISO/IEC 23008-3 §20.5"

  public var configurationVersion: UInt8 = 1
  public var profileLevelIndication: UInt8 = 0
  /// A `ChannelConfiguration` of ISO/IEC 23091-3.
  public var referenceChannelLayout: UInt8 = 0
  /// `mpegh3daConfig()`; empty if the samples have it (`mhm1`).
  public var configuration = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "configurationVersion", &configurationVersion)
    try f.uint(
      8, "mpegh3daProfileLevelIndication", &profileLevelIndication,
      as: .names(MHAConfigurationBox.profiles))
    try f.uint(8, "referenceChannelLayout", &referenceChannelLayout)
    try f.bytes("mpegh3daConfig", &configuration, count: .bits(16, "mpegh3daConfigLength"))
  }

  /// The names of ``profileLevelIndication``.
  public static let profiles: ValueNames = [
    1: "Main, level 1", 2: "Main, level 2", 3: "Main, level 3", 4: "Main, level 4",
    5: "Main, level 5", 6: "High, level 1", 7: "High, level 2", 8: "High, level 3",
    9: "High, level 4", 10: "High, level 5", 11: "Low Complexity, level 1",
    12: "Low Complexity, level 2", 13: "Low Complexity, level 3", 14: "Low Complexity, level 4",
    15: "Low Complexity, level 5", 16: "Baseline, level 1", 17: "Baseline, level 2",
    18: "Baseline, level 3", 19: "Baseline, level 4", 20: "Baseline, level 5",
  ]
}

/// The profiles and levels of MPEG-H to which a stream conforms, besides that of its configuration.
public struct MHAProfileAndLevelCompatibilitySetBox: BoxBody {
  public static let type: FourCC = "mhaP"
  public static let specification = "ISO/IEC 23008-3 §20.5"

  public var compatibleSets: [UInt8] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(
      8, "CompatibleSetIndication", &compatibleSets, count: .bits(8, "numCompatibleSets"),
      as: .names(MHAConfigurationBox.profiles))
  }
}
