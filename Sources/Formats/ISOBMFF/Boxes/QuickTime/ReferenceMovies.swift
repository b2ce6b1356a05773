// Movies that refer to other movies, one for each kind of connection and computer.

/// The location of the other movie.
public struct MovieDataReferenceBox: BoxBody {
  public static let type: FourCC = "rdrf"
  public static let specification = "QuickTime File Format: Reference movies"

  public var header = FullBoxHeader()
  /// `url `, `alis`, `rsrc`.
  public var dataReferenceType: FourCC = "url "
  public var dataReference = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("data_reference_type", &dataReferenceType)
    let isURL = dataReferenceType == "url "
    try f.bytes("data_reference", &dataReference, count: .bits(32, "data_reference_size")) {
      isURL
        ? .text(Text(String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self), form: .plain)) : nil
    }
  }
}

/// The speed of the connection that the movie needs.
public struct MovieDataRateBox: BoxBody {
  public static let type: FourCC = "rmdr"
  public static let specification = "QuickTime File Format: Reference movies"

  public var header = FullBoxHeader()
  /// Bits per second.
  public var dataRate: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "data_rate", &dataRate)
  }
}

/// The speed of the computer that the movie needs.
public struct MovieCPUSpeedBox: BoxBody {
  public static let type: FourCC = "rmcs"
  public static let specification = "QuickTime File Format: Reference movies"

  public var header = FullBoxHeader()
  /// 100 to 500.
  public var cpuSpeed: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "cpu_speed", &cpuSpeed)
  }
}

/// The version of a program that the movie needs.
public struct MovieVersionCheckBox: BoxBody {
  public static let type: FourCC = "rmvc"
  public static let specification = "QuickTime File Format: Reference movies"

  public var header = FullBoxHeader()
  /// `qtim`: QuickTime.
  public var softwarePackage: FourCC = "qtim"
  public var version: UInt32 = 0
  public var mask: UInt32 = 0
  public var checkType: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("software_package", &softwarePackage)
    try f.uint(32, "version", &version, as: .hex)
    try f.uint(32, "mask", &mask, as: .hex)
    try f.uint(16, "check_type", &checkType, as: .names([0: "minimum", 1: "required"]))
  }
}

/// The component that the movie needs.
public struct MovieComponentCheckBox: BoxBody {
  public static let type: FourCC = "rmcd"
  public static let specification = "QuickTime File Format: Reference movies"

  public var header = FullBoxHeader()
  public var componentType: FourCC = "    "
  public var componentSubtype: FourCC = "    "
  public var componentManufacturer: FourCC = "    "
  public var componentFlags: UInt32 = 0
  public var componentFlagsMask: UInt32 = 0
  public var minimumVersion: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("component_type", &componentType)
    try f.fourCC("component_subtype", &componentSubtype)
    try f.fourCC("component_manufacturer", &componentManufacturer)
    try f.uint(32, "component_flags", &componentFlags, as: .hex)
    try f.uint(32, "component_flags_mask", &componentFlagsMask, as: .hex)
    try f.uint(32, "minimum_version", &minimumVersion, as: .hex)
  }
}

/// The quality of the movie, relative to the others.
public struct MovieQualityBox: BoxBody {
  public static let type: FourCC = "rmqu"
  public static let specification = "QuickTime File Format: Reference movies"

  /// The higher the better.
  public var quality: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "quality", &quality)
  }
}
