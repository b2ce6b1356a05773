/// The item that is shown when a reader shows one.
public struct PrimaryItemBox: BoxBody {
  public static let type: FourCC = "pitm"
  public static let specification = "ISO/IEC 14496-12 §8.11.4"

  public var header = FullBoxHeader()
  public var itemID: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.uint(header.version == 0 ? 16 : 32, "item_ID", &itemID)
  }
}
