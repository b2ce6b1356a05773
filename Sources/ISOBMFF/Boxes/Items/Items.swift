extension BoxRegistry {
  static let items: [BoxDefinition] = [
    .box(MetaBox.self),
    .box(HandlerBox.self),
    .box(PrimaryItemBox.self),
    .box(ItemLocationBox.self),
    .box(ItemInfoBox.self),
    .box(ItemInfoEntry.self),
    .box(ItemReferenceBox.self),
    .container("iprp", "ItemPropertiesBox", "ISO/IEC 23008-12 §9.3.1"),
    .container("ipco", "ItemPropertyContainerBox", "ISO/IEC 23008-12 §9.3.1"),
    .box(ItemPropertyAssociationBox.self),
    .data("idat", "ItemDataBox", "ISO/IEC 14496-12 §8.11.11"),
    .container("dinf", "DataInformationBox", "ISO/IEC 14496-12 §8.7.1"),
    .box(DataReferenceBox.self),
    .box(DataEntryUrlBox.self),
    .box(DataEntryUrnBox.self),
    .box("alis", "DataEntryAliasBox", "QuickTime File Format: Data references", AliasBox.self),
    .box(GroupsListBox.self),
  ]

  static let itemReferences: [BoxDefinition] =
    [
      ("dimg", "derived image → its inputs"),
      ("thmb", "thumbnail → image"),
      ("cdsc", "metadata → what it describes"),
      ("auxl", "auxiliary image → image"),
      ("base", "pre-derived image → its source"),
      ("prem", "premultiplied image → alpha"),
      ("iloc", "item → items that hold its data"),
      ("exbl", "scalable image → base layer"),
      ("dpnd", "image → images that it depends on"),
      ("pred", "predicted image → reference images"),
      ("tbas", "tile → image"),
      ("font", "item → font"),
      ("fdel", "item → items that it replaces"),
      ("mask", "region → mask"),
      ("eroi", "region → image"),
    ].map { type, title in
      .box(type, title, "ISO/IEC 23008-12 §8, 14496-12 §8.11.12", SingleItemTypeReferenceBox.self)
    }

  /// Every child of `iref` has the same syntax, whatever its type.
  static func itemReference(_ type: FourCC) -> BoxDefinition {
    .box(
      type, "SingleItemTypeReferenceBox", "ISO/IEC 14496-12 §8.11.12",
      SingleItemTypeReferenceBox.self)
  }

  static let entityGroups: [BoxDefinition] =
    [
      ("altr", "alternatives"), ("ster", "stereo pair"), ("brst", "burst"), ("albc", "album"),
      ("tsyn", "time synchronised captures"), ("iaug", "item with audio"),
      ("eqiv", "equivalent images"), ("aebr", "exposure bracket"), ("afbr", "flash bracket"),
      ("dobr", "depth of field bracket"), ("fobr", "focus bracket"),
      ("wbbr", "white balance bracket"),
      ("pano", "panorama"), ("slid", "slide show"), ("favc", "favourites"),
    ].map { type, title in .box(type, title, "ISO/IEC 23008-12 §6.8", EntityToGroupBox.self) }
    + [
      .uuid(
        "524a52f4-37b3-47d0-9637-933d05ac9b68", "spatial photo: left, right, main",
        "Apple spatial photos", EntityToGroupBox.self)
    ]

  /// Every child of `grpl` starts with the same fields, whatever its type.
  static func entityGroup(_ type: FourCC) -> BoxDefinition? {
    type == "uuid"
      ? nil : .box(type, "EntityToGroupBox", "ISO/IEC 14496-12 §8.18.3", EntityToGroupBox.self)
  }
}
