/// The time and the way of loading a track.
public struct TrackLoadSettingsBox: BoxBody {
  public static let type: FourCC = "load"
  public static let specification = "QuickTime File Format: Track load settings atoms"

  public var preloadStartTime: UInt32 = 0
  public var preloadDuration: UInt32 = 0
  public var preloadFlags: UInt32 = 0
  public var defaultHints: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "preload_start_time", &preloadStartTime)
    try f.uint(32, "preload_duration", &preloadDuration)
    try f.uint(32, "preload_flags", &preloadFlags, as: .hex)
    try f.uint(32, "default_hints", &defaultHints, as: .hex)
  }
}

/// Tracks between which a player may switch.
public struct TrackSelectionBox: BoxBody {
  public static let type: FourCC = "tsel"
  public static let specification = "ISO/IEC 14496-12 §8.10.3"

  public var header = FullBoxHeader()
  public var switchGroup: Int32 = 0
  /// The properties in which the tracks of the group differ.
  public var attributes: [FourCC] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.int(32, "switch_group", &switchGroup)
    try f.list("attribute_list", &attributes, count: .toEnd)
  }
}

/// The role of a track.
public struct KindBox: BoxBody {
  public static let type: FourCC = "kind"
  public static let specification = "ISO/IEC 14496-12 §8.10.4"

  public var header = FullBoxHeader()
  public var schemeURI: Text = ""
  public var value: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("schemeURI", &schemeURI)
    try f.text("value", &value)
  }
}

/// A location.
public struct LocationInformationBox: BoxBody {
  public static let type: FourCC = "loci"
  public static let specification = "3GPP TS 26.244 §8.2"

  public var header = FullBoxHeader()
  public var language: UInt16 = 0x55C4
  public var name: Text = ""
  /// 0 shooting, 1 real, 2 fictional.
  public var role: UInt8 = 0
  /// 16.16 degrees.
  public var longitude: Int32 = 0
  public var latitude: Int32 = 0
  /// 16.16 metres.
  public var altitude: Int32 = 0
  public var astronomicalBody: Text = ""
  public var additionalNotes: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "language", &language, as: .language)
    try f.text("name", &name)
    try f.uint(8, "role", &role)
    try f.int(32, "longitude", &longitude, as: .fixed(fraction: 16))
    try f.int(32, "latitude", &latitude, as: .fixed(fraction: 16))
    try f.int(32, "altitude", &altitude, as: .fixed(fraction: 16))
    try f.text("astronomical_body", &astronomicalBody)
    try f.text("additional_notes", &additionalNotes)
  }
}
