public import FieldCoding
public import NALUnits

/// What helps to show frames (`metadata_obu`, AV1 §5.8).
public struct Metadata: OBUContent {
  public static let name = "metadata_obu"
  public static let type = OBUType.metadata

  /// The content of the unit.
  public var value = Value.contentLightLevel(ContentLightLevel())
  /// The number of bytes of the type, which may be larger than necessary.
  public var typeByteCount = 0
  /// The trailing bits; not for ``Value/other``.
  public var trailing = RBSPTrailing()

  /// The contents of a unit of metadata, by `metadata_type` (AV1 §6.7.1).
  public enum Value: Equatable, Sendable {
    case contentLightLevel(ContentLightLevel)
    case masteringDisplay(MasteringDisplay)
    case userData(UserData)
    /// Scalability, a timecode, or an unknown type, with its trailing bits.
    case other(type: UInt32, Bytes)
  }

  /// `metadata_hdr_cll` (§5.8.3): candela per square metre.
  public struct ContentLightLevel: Equatable, Sendable {
    public var maxContentLightLevel: UInt16 = 0
    public var maxFrameAverageLightLevel: UInt16 = 0
    public init() {}
  }

  /// `metadata_hdr_mdcv` (§5.8.4).
  public struct MasteringDisplay: Equatable, Sendable {
    /// Red, green, blue, white; in 1/65536.
    public var chromaticities = Array(repeating: Chromaticity(), count: 4)
    /// The greatest luminance, in 1/256 candela per square metre.
    public var luminanceMax: UInt32 = 0
    /// The least luminance, in 1/16384 candela per square metre.
    public var luminanceMin: UInt32 = 0
    public init() {}
  }

  /// A colour, in coordinates of CIE 1931 (`metadata_hdr_mdcv`, AV1 §5.8.4).
  public struct Chromaticity: Equatable, Sendable {
    /// `primary_chromaticity_x` or `white_point_chromaticity_x`, in steps of 1/65,536.
    public var x: UInt16 = 0
    /// `primary_chromaticity_y` or `white_point_chromaticity_y`, in steps of 1/65,536.
    public var y: UInt16 = 0
    public init() {}
  }

  /// `metadata_itut_t35` (§5.8.2).
  public struct UserData: Equatable, Sendable {
    public var countryCode: UInt8 = 0
    /// The second byte of the country's code; only with a country code of 255.
    public var countryCodeExtension: UInt8 = 0
    public var payload = Bytes()
    public init() {}
  }

  public init() {}

  /// The names of the values (AV1 §6.7.1).
  public static let typeNames: ValueNames = [
    1: "METADATA_TYPE_HDR_CLL", 2: "METADATA_TYPE_HDR_MDCV", 3: "METADATA_TYPE_SCALABILITY",
    4: "METADATA_TYPE_ITUT_T35", 5: "METADATA_TYPE_TIMECODE",
  ]

  /// `metadata_type` (AV1 §6.7.1) of the value.
  public var typeNumber: UInt32 {
    switch value {
    case .contentLightLevel: 1
    case .masteringDisplay: 2
    case .userData: 4
    case .other(let type, _): type
    }
  }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var number = typeNumber
    try f.leb128(
      "metadata_type", &number, byteCount: &typeByteCount, as: .names(Metadata.typeNames))
    switch number {
    case 1:
      var level =
        if case .contentLightLevel(let known) = value { known } else { ContentLightLevel() }
      try f.uint(16, "max_cll", &level.maxContentLightLevel)
      try f.uint(16, "max_fall", &level.maxFrameAverageLightLevel)
      value = .contentLightLevel(level)
    case 2:
      var display =
        if case .masteringDisplay(let known) = value { known } else { MasteringDisplay() }
      try display.fields(&f)
      value = .masteringDisplay(display)
    case 4:
      var data = if case .userData(let known) = value { known } else { UserData() }
      try data.fields(&f)
      value = .userData(data)
    default:
      var bytes = if case .other(_, let known) = value { known } else { Bytes() }
      try f.bytes("metadata", &bytes, count: .toEnd)
      value = .other(type: number, bytes)
      return
    }
    try trailing.fields(&f, stopBit: "trailing_one_bit")
  }
}

extension Metadata.MasteringDisplay {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.checkCount("primary_chromaticity", chromaticities.count, 4)
    for index in 0..<3 {
      try f.within("primaries[\(index)]") { (f) throws(FieldError) in
        try f.uint(16, "primary_chromaticity_x", &chromaticities[index].x, as: .fixed(fraction: 16))
        try f.uint(16, "primary_chromaticity_y", &chromaticities[index].y, as: .fixed(fraction: 16))
      }
    }
    try f.uint(16, "white_point_chromaticity_x", &chromaticities[3].x, as: .fixed(fraction: 16))
    try f.uint(16, "white_point_chromaticity_y", &chromaticities[3].y, as: .fixed(fraction: 16))
    try f.uint(32, "luminance_max", &luminanceMax, as: .fixed(fraction: 8))
    try f.uint(32, "luminance_min", &luminanceMin, as: .fixed(fraction: 14))
  }
}

extension Metadata.UserData {
  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "itu_t_t35_country_code", &countryCode, as: .hex)
    if countryCode == 255 {
      try f.uint(8, "itu_t_t35_country_code_extension_byte", &countryCodeExtension, as: .hex)
    }
    // The payload ends before the byte with the trailing bit.
    let count = f.isDecoding ? (f.bitsBeforeStopBit ?? 0) / 8 : payload.count
    try f.bytes("itu_t_t35_payload_bytes", &payload, count: .exactly(count))
  }
}
