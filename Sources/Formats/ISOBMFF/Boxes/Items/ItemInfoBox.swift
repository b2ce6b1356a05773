/// The list of items.
public struct ItemInfoBox: BoxContainer {
  public static let type: FourCC = "iinf"
  public static let specification = "ISO/IEC 14496-12 §8.11.6"

  public var header = FullBoxHeader()
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    // Files of 2015 state version 2 and have the syntax of version 1.
    try f.fullBox(&header, versions: 0...2)
    try f.boxes(&children, countedBy: header.version == 0 ? 16 : 32, "entry_count")
  }
}

/// The type and the name of an item.
public struct ItemInfoEntry: BoxBody {
  public static let type: FourCC = "infe"
  public static let specification = "ISO/IEC 14496-12 §8.11.6"

  /// Bit 0 of the flags: the item is hidden.
  public var header = FullBoxHeader(version: 2)
  public var itemID: UInt32 = 0
  /// 0: not protected, otherwise an entry of `ipro`.
  public var protectionIndex: UInt16 = 0
  /// `hvc1`, `grid`, `Exif`, `mime`, ...; versions 0 and 1 have none.
  public var itemType: FourCC = "hvc1"
  public var name: Text = ""
  /// The media type of a `mime` item, and in versions 0 and 1 of every item.
  public var contentType: Text = ""
  public var contentEncoding: Text?
  /// The type of a `uri ` item.
  public var uriType: Text = ""
  /// The type of the extension; for version 1.
  public var extensionType: FourCC?
  /// The content of the extension `fdel`.
  public var fileDelivery = FDItemInfoExtension()

  /// Whether the item is hidden, so that it is not shown by itself (bit 0 of the flags, ISO/IEC 23008-12 §6.4.2).
  public var isHidden: Bool { header.flags & 1 != 0 }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...3)
    let version = header.version
    try f.uint(version == 3 ? 32 : 16, "item_ID", &itemID)
    try f.uint(16, "item_protection_index", &protectionIndex)
    if version >= 2 {
      try f.fourCC("item_type", &itemType)
      try f.text("item_name", &name)
      if itemType == "mime" {
        try f.text("content_type", &contentType)
        try f.text("content_encoding", ifPresent: &contentEncoding)
      } else if itemType == "uri " {
        try f.text("item_uri_type", &uriType)
      }
    } else {
      if f.isDecoding { itemType = "mime" }
      try f.text("item_name", &name)
      try f.text("content_type", &contentType)
      try f.text("content_encoding", ifPresent: &contentEncoding)
      if version == 1, f.isDecoding ? !f.isAtEnd : extensionType != nil {
        var type = extensionType ?? "fdel"
        try f.fourCC("extension_type", &type)
        extensionType = type
        if type == "fdel" { try fileDelivery.fields(&f) }
      }
    }
  }
}

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

/// Groups of items and tracks.
public struct GroupsListBox: BoxContainer {
  public static let type: FourCC = "grpl"
  public static let specification = "ISO/IEC 14496-12 §8.18.2"

  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.boxes(&children, in: .entityGroups)
  }
}

/// A group; the type of the box states the relation of its members.
public struct EntityToGroupBox: BoxBody {
  public static let type: FourCC = "altr"
  public static let specification = "ISO/IEC 14496-12 §8.18.3"

  public var header = FullBoxHeader()
  /// Shares its number space with items and tracks.
  public var groupID: UInt32 = 0
  public var entityIDs: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...255)
    try f.uint(32, "group_id", &groupID)
    try f.list(32, "entity_id", &entityIDs, count: .bits(32, "num_entities_in_group"))
  }
}

/// The same image in several sizes, each of which consists of tiles.
public struct ImagePyramidGroupBox: BoxBody {
  public static let type: FourCC = "pymd"
  public static let specification = "ISO/IEC 23008-12:2025 §6.8"

  public var header = FullBoxHeader()
  public var groupID: UInt32 = 0
  /// The IDs of the members, from the smallest image on.
  public var entityIDs: [UInt32] = []
  public var tileSizeX: UInt16 = 0
  public var tileSizeY: UInt16 = 0
  /// The layers of each image.
  public var layers: [Layer] = []

  /// An image.
  public struct Layer: FieldCodable {
    /// The number of pixels of the largest image that correspond to one pixel of this image.
    public var binning: UInt16 = 1
    public var tilesInRowMinusOne: UInt16 = 0
    public var tilesInColumnMinusOne: UInt16 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(16, "layer_binning", &binning)
      try f.uint(16, "tiles_in_layer_row_minus1", &tilesInRowMinusOne)
      try f.uint(16, "tiles_in_layer_column_minus1", &tilesInColumnMinusOne)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "group_id", &groupID)
    try f.list(32, "entity_id", &entityIDs, count: .bits(32, "num_entities_in_group"))
    try f.uint(16, "tile_size_x", &tileSizeX)
    try f.uint(16, "tile_size_y", &tileSizeY)
    try f.list("layers", &layers, count: .exactly(entityIDs.count))
  }
}
