/// The identifier of a file in shops, and the media profile of its players.
public struct AssetInformationBox: BoxContainer {
  public static let type: FourCC = "ainf"
  public static let specification = "DECE Common File Format"

  public var header = FullBoxHeader()
  /// Four characters, such as `hd01`.
  public var profileVersion: FourCC = "hd01"
  public var apid: Text = ""
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("profile_version", &profileVersion)
    try f.text("APID", &apid)
    try f.boxes(&children)
  }
}

/// The URL where licences of a file are available.
public struct BaseLocationBox: BoxBody {
  public static let type: FourCC = "bloc"
  public static let specification = "DECE Common File Format"

  public var header = FullBoxHeader()
  /// 256 bytes, with zeros after the text.
  public var baseLocation = Text(bytes: [UInt8](repeating: 0, count: 256))
  /// 256 bytes, with zeros after the text.
  public var purchaseLocation = Text(bytes: [UInt8](repeating: 0, count: 256))

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("base_location", &baseLocation, count: .exactly(256))
    try f.text("purchase_location", &purchaseLocation, count: .exactly(256))
    try f.reserved(4096)
  }
}

/// The pictures of a fragment that can be shown without others.
public struct TrickPlayBox: BoxBody {
  public static let type: FourCC = "trik"
  public static let specification = "DECE Common File Format"

  public var header = FullBoxHeader()
  /// `pic_type`, `dependency_level` of each sample.
  public var samples = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.table(
      "samples", &samples, count: .toEnd,
      columns: [.uint(2, "pic_type"), .uint(6, "dependency_level")])
  }
}
