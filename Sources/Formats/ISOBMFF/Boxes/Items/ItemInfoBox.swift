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
