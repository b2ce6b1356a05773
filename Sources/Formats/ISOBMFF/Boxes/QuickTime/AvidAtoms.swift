/// Boxes that Avid's codec adds to the sample entries of DNxHD and DNxHR. The names of the fields are not Avid's.
enum AvidAtoms {
  static let specification = "Avid DNxHD in QuickTime"
}

/// The range of samples (`ACLR`), or the arrangement of fields in a picture (`APRG`).
public struct AvidSettingBox: BoxBody {
  public static let type: FourCC = "ACLR"
  public static let specification = AvidAtoms.specification

  /// The type of the atom again.
  public var name: FourCC = "ACLR"
  /// `0001`.
  public var version: FourCC = "0001"
  public var value: UInt32 = 1
  public var unknown: UInt32 = 0

  private static let ranges: ValueNames = [1: "limited range", 2: "full range"]
  private static let scans: ValueNames = [1: "progressive", 2: "interlaced"]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    let isRange = f.scope.type == "ACLR"
    try f.fourCC("name", &name)
    try f.fourCC("version", &version)
    try f.uint(
      32, isRange ? "color_range" : "scan", &value,
      as: .names(isRange ? Self.ranges : Self.scans))
    try f.uint(32, "unknown", &unknown)
  }
}

/// The kind and size of DNxHD pictures.
public struct AvidResolutionBox: BoxBody {
  public static let type: FourCC = "ARES"
  public static let specification = AvidAtoms.specification

  public var name: FourCC = "ARES"
  public var version: FourCC = "0001"
  /// SMPTE ST 2019-1, Table 1: the size, the bits, and whether there are fields.
  public var compressionID: UInt32 = 0
  public var width: UInt32 = 0
  public var height: UInt32 = 0
  public var unknown = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("name", &name)
    try f.fourCC("version", &version)
    try f.uint(32, "compression_ID", &compressionID)
    try f.uint(32, "width", &width)
    try f.uint(32, "height", &height)
    try f.bytes("unknown", &unknown, count: .toEnd)
  }
}

/// The kind of DNxHR pictures.
public struct AvidHighResolutionBox: BoxBody {
  public static let type: FourCC = "ADHR"
  public static let specification = AvidAtoms.specification

  public var version: FourCC = "0001"
  /// SMPTE ST 2019-1, Table 1.
  public var compressionID: UInt32 = 0
  public var unknown = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("version", &version)
    try f.uint(32, "compression_ID", &compressionID)
    try f.bytes("unknown", &unknown, count: .toEnd)
  }
}
