extension BoxRegistry {
  static let items: [BoxDefinition] = [
    .box(
      MetaBox.self, .optional(in: .file, "moov", "trak", "moof", "traf", "udta"), .any(in: "meco")),
    .container(
      "meco", "AdditionalMetadataContainerBox", "ISO/IEC 14496-12:2012 §8.11.7",
      .optional(in: .file, "moov", "trak")),
    .box(MetaboxRelationBox.self, .any(in: "meco")),
    // QuickTime has a second one, the data handler, in `minf`.
    .box(HandlerBox.self, .one(in: "meta", "mdia"), .optional(in: "minf")),
    .box(PrimaryItemBox.self, .optional(in: "meta")),
    .box(ItemLocationBox.self, .optional(in: "meta")),
    .box(ItemInfoBox.self, .optional(in: "meta")),
    .box(ItemInfoEntry.self, .any(in: "iinf")),
    .box(ItemReferenceBox.self, .optional(in: "meta")),
    .box(ItemProtectionBox.self, .optional(in: "meta")),
    .container(
      "iprp", "ItemPropertiesBox", "ISO/IEC 23008-12 §9.3.1", .optional(in: "meta")),
    .container("ipco", "ItemPropertyContainerBox", "ISO/IEC 23008-12 §9.3.1", .one(in: "iprp")),
    .box(ItemPropertyAssociationBox.self, .some(in: "iprp")),
    .data(
      "idat", "ItemDataBox", "ISO/IEC 14496-12 §8.11.11",
      because: "it holds the bytes of items, which iloc refers to", .optional(in: "meta")),
    .box(XMLBox.self, .any(in: "meta", .file)),
    .box(BinaryXMLBox.self, .optional(in: "meta")),
    .box(MD5IntegrityBox.self, .any(in: "meta")),
    .data(
      "ipmc", "IPMPControlBox", "ISO/IEC 14496-12:2012 §8.12.4", because: ipmp,
      .optional(in: "meta", "moov")),
    .data(
      "imif", "IPMPInfoBox", "ISO/IEC 14496-12:2012 §8.12.3", because: ipmp, .optional(in: "sinf")),
    .container(
      "dinf", "DataInformationBox", "ISO/IEC 14496-12 §8.7.1", .one(in: "minf"),
      .optional(in: "meta")),
    .box(DataReferenceBox.self, .one(in: "dinf")),
    .box(DataEntryUrlBox.self, .any(in: "dref")),
    .box(DataEntryUrnBox.self, .any(in: "dref")),
    .box(DataEntryImdaBox.self, .any(in: "dref")),
    .box(DataEntrySeqNumImdaBox.self, .any(in: "dref")),
    .box(
      "alis", "DataEntryAliasBox", "QuickTime File Format: Data references", AliasBox.self,
      .any(in: "dref")),
    .box(GroupsListBox.self, .optional(in: "meta")),
    .box(FDItemInformationBox.self, .optional(in: "meta")),
    .container("paen", "PartitionEntry", "ISO/IEC 14496-12 §8.13.2", .any(in: "fiin")),
    .box(FilePartitionBox.self, .one(in: "paen")),
    .box(FECReservoirBox.self, .optional(in: "paen")),
    .box(
      "fire", "FileReservoirBox", "ISO/IEC 14496-12 §8.13.7", FECReservoirBox.self,
      .optional(in: "paen")),
    .box(FDSessionGroupBox.self, .optional(in: "fiin")),
    .box(GroupIdToNameBox.self, .optional(in: "fiin")),
  ]

  private static let ipmp = "its descriptors were withdrawn from the standard"

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
      ("evir", "EVC slice → image"),
      ("mint", "metadata → integrity information"),
      ("grid", "image → grid"),
      ("sato", "transformed samples → inputs"),
    ].map { type, title in
      .box(
        type, title, "ISO/IEC 23008-12 §8, 14496-12 §8.11.12", SingleItemTypeReferenceBox.self,
        .any(in: "iref"))
    }

  /// Every child of `iref` has the same syntax, whatever its type.
  static func itemReference(_ type: FourCC) -> BoxDefinition {
    .box(
      type, "SingleItemTypeReferenceBox", "ISO/IEC 14496-12 §8.11.12",
      SingleItemTypeReferenceBox.self,
      .any(in: "iref"))
  }

  static let entityGroups: [BoxDefinition] =
    [
      ("altr", "alternatives"), ("ster", "stereo pair"), ("brst", "burst"), ("albc", "album"),
      ("tsyn", "time synchronised captures"), ("iaug", "item with audio"),
      ("eqiv", "equivalent images"), ("aebr", "exposure bracket"), ("afbr", "flash bracket"),
      ("dobr", "depth of field bracket"), ("fobr", "focus bracket"),
      ("wbbr", "white balance bracket"),
      ("pano", "panorama"), ("slid", "slide show"), ("favc", "favourites"),
    ].map { type, title in
      .box(type, title, "ISO/IEC 23008-12 §6.8", EntityToGroupBox.self, .any(in: "grpl"))
    }
    + [
      .box(ImagePyramidGroupBox.self, .any(in: "grpl")),
      .uuid(
        "524a52f4-37b3-47d0-9637-933d05ac9b68", "spatial photo: left, right, main",
        "Apple spatial photos", EntityToGroupBox.self, .any(in: "grpl")),
    ]

  /// Every child of `grpl` starts with the same fields, whatever its type.
  static func entityGroup(_ type: FourCC) -> BoxDefinition? {
    type == "uuid"
      ? nil
      : .box(
        type, "EntityToGroupBox", "ISO/IEC 14496-12 §8.18.3", EntityToGroupBox.self,
        .any(in: "grpl"))
  }
}
