/// Which subpictures of VVC an item has.
public struct VvcSubpicIDProperty: BoxBody {
  public static let type: FourCC = "spid"
  public static let specification = "ISO/IEC 23008-12 §6.5"

  public var header = FullBoxHeader()
  public var entry = VvcSubpicIDEntry()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try entry.fields(&f)
  }
}

/// The order of subpictures of VVC in a picture.
public struct VvcSubpicOrderProperty: BoxBody {
  public static let type: FourCC = "spor"
  public static let specification = "ISO/IEC 23008-12 §6.5"

  public var header = FullBoxHeader()
  public var entry = VvcSubpicOrderEntry()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try entry.fields(&f)
  }
}
