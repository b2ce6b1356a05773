/// The associations of items and properties; a property is identified by its number in `ipco`.
public struct ItemPropertyAssociationBox: BoxBody {
  public static let type: FourCC = "ipma"
  public static let specification = "ISO/IEC 23008-12 §9.3.1"

  /// Bit 0 of the flags: indices have 15 bits instead of 7.
  public var header = FullBoxHeader()
  public var entries: [Entry] = []

  /// The properties of one item, in the order in which they apply.
  public struct Entry: Equatable, Sendable {
    /// The ID of an item, or of an entity group.
    public var itemID: UInt32 = 0
    public var associations: [Association] = []

    public init() {}
  }

  /// A property of an item.
  public struct Association: Equatable, Sendable {
    /// Whether a reader that does not support the property must not show the item.
    public var isEssential = false
    /// The number of the property in `ipco`, from 1; 0 stands for none.
    public var propertyIndex: UInt16 = 0

    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    let idBits = header.version == 0 ? 16 : 32
    let indexBits = header.flags & 1 == 0 ? 7 : 15
    try f.list("entries", &entries, count: .bits(32, "entry_count"), of: Entry()) {
      (entry, f) throws(FieldError) in
      try f.uint(idBits, "item_ID", &entry.itemID)
      try f.list(
        "associations", &entry.associations, count: .bits(8, "association_count"),
        of: Association()
      ) { (association, f) throws(FieldError) in
        try f.flag("essential", &association.isEssential)
        try f.uint(indexBits, "property_index", &association.propertyIndex)
      }
    }
  }
}
