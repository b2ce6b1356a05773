/// The references between items; the types of its children are the types of references.
public struct ItemReferenceBox: BoxContainer {
  public static let type: FourCC = "iref"
  public static let specification = "ISO/IEC 14496-12 §8.11.12"

  public var header = FullBoxHeader()
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.boxes(&children, in: .itemReferences)
  }
}

/// References of one type from one item. The version of `iref` sets the width of its ids.
public struct SingleItemTypeReferenceBox: BoxBody {
  public static let type: FourCC = "dimg"
  public static let specification = "ISO/IEC 14496-12 §8.11.12"

  public var fromItemID: UInt32 = 0
  /// The IDs of the items in order, which matters for `dimg`.
  public var toItemIDs: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    let idBits = f.scope.version == 0 ? 16 : 32
    try f.uint(idBits, "from_item_ID", &fromItemID)
    try f.list(idBits, "to_item_ID", &toItemIDs, count: .bits(16, "reference_count"))
  }
}
