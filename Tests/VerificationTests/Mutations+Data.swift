import ISOBMFF
import Testing

extension Mutation {
  static let data: [Mutation] = placement + metadata + derived

  private static let placement: [Mutation] = [
    .boxes("iloc-extent-past-end", at: "meta/iloc") { file in
      try file.edit("meta/iloc", as: ItemLocationBox.self) { $0.items[0].extents[0].length += 40 }
    },
    .boxes("iloc-extent-past-idat", Sample.tiled, at: "meta/iloc") { file in
      try file.edit("meta/iloc", as: ItemLocationBox.self) { iloc in
        let index = try #require(iloc.items.firstIndex { $0.constructionMethod == 1 })
        iloc.items[index].extents[0].offset += 1
      }
    },
    .boxes("iloc-idat-missing", Sample.tiled, at: "meta/iloc") { file in
      try file.remove("meta/idat")
    },
    .boxes("iloc-construction-method-unknown", Sample.tiled, at: "meta/iloc") { file in
      try file.edit("meta/iloc", as: ItemLocationBox.self) { $0.items[0].constructionMethod = 7 }
    },
    .boxes("iloc-item-inside-itself", Sample.tiled, at: "meta/iloc") { file in
      try locateExif(in: &file, within: nil, length: 0)
    },
    .boxes("iloc-item-reference-missing", Sample.tiled, at: "meta/iloc") { file in
      try file.edit("meta/iloc", as: ItemLocationBox.self) { $0.items[0].constructionMethod = 2 }
    },
    .boxes("iloc-extent-past-item", Sample.tiled, at: "meta/iloc") { file in
      try locateExif(in: &file, within: 1, length: 1 << 24)
    },
    .boxes("iloc-extents-overlap", at: "meta/iloc") { file in
      try file.location(of: 2) { $0.extents[0].length += 10 }
    },
    .boxes("iloc-extents-repeated", at: "meta/iloc") { file in
      try file.edit("meta/iloc", as: ItemLocationBox.self) { iloc in
        let extent = iloc.items[0].extents[0]
        iloc.items[0].extents += [extent, extent]
      }
    },
    .boxes(
      "iloc-extent-in-structure", at: "meta/iloc", also: ["exif-offset-wrong", "exif-unreadable"]
    ) { file in
      // The last values of Exif are lost.
      try file.location(of: 2) { $0.extents[0].offset -= 40 }
    },
    .boxes("iloc-extent-without-length", at: "meta/iloc") { file in
      try file.location(of: 1) { $0.extents[0].length = 0 }
    },
    .boxes("iloc-data-reference-unknown", at: "meta/iloc") { file in
      try file.location(of: 2) { $0.dataReferenceIndex = 5 }
    },
    .boxes("iloc-data-elsewhere", at: "meta/iloc") { file in
      try file.location(of: 2) { $0.dataReferenceIndex = 1 }
      try file.edit("meta/dinf/dref/url ", as: DataEntryUrlBox.self) { url in
        url.header.flags = 0
        url.location = "other.heic"
      }
    },
  ]

  private static let metadata: [Mutation] = [
    // The Exif item is at byte 474.
    .bytes("exif-offset-wrong", at: "meta/iinf/infe[1]") { $0[477] = 6 },
    .bytes("exif-unreadable", at: "meta/iinf/infe[1]") { $0[478] = 0 },
    // The type of the first entry (TIFF 6.0 §2), and the byte order of a JPEG file, after the markers of two segments.
    .bytes("exif-unreadable", at: "meta/iinf/infe[1]") { $0[490] = 99 },
    .bytes("exif-unreadable", Sample.jpeg) { bytes in
      let start = try position(of: Array("Exif".utf8) + [0, 0], in: bytes)
      bytes[start + 6] = 0
    },
    .bytes("exif-orientation-differs", at: "meta/iinf/infe[1]") { bytes in
      bytes[try position(of: [0x12, 1, 3, 0, 1, 0, 0, 0], in: bytes, from: 474) + 8] = 6
    },
    // The bracket that starts the tag of all properties.
    .bytes("xmp-ill-formed", Sample.tiled, at: "meta/iinf/infe[51]") { bytes in
      bytes[try position(of: Array("<rdf:RDF ".utf8), in: bytes, from: 4191)] = 0x20
    },
    .bytes("xmp-not-xml", Sample.tiled, at: "meta/iinf/infe[51]") { $0[4191] = 0x7B },
    .boxes("mime-type-missing", Sample.tiled, at: "meta/iinf/infe[51]") { file in
      try file.entry(of: 52) { $0.contentType = "" }
    },
    .boxes(
      "item-data-damaged", at: "meta/iloc", also: ["brand-codec-unmet", "extension-differs"]
    ) { file in
      try file.entry(of: 1) { $0.itemType = "jpeg" }
    },
  ]

  private static let derived: [Mutation] = [
    // idat: version, flags, rows - 1, columns - 1, width, height.
    .boxes("grid-unreadable", Sample.tiled, at: "meta/iinf/infe[48]") { file in
      try file.payload("meta/idat") { $0[0] = 1 }
    },
    .boxes("grid-unreadable", Sample.tiled, at: "meta/iinf/infe[48]") { file in
      try file.location(of: 49) { $0.extents[0].length = 7 }
    },
    .boxes("grid-tile-count", Sample.tiled, at: "meta/iinf/infe[48]") { file in
      try file.redirect("dimg", to: Array(1...47))
    },
    .boxes(
      "grid-tiles-differ", Sample.tiled, at: "meta/iinf/infe[48]", also: ["ispe-differs-from-sps"]
    ) { file in
      try file.associations(of: 2) { $0[1].propertyIndex = 7 }
    },
    .boxes(
      "grid-uncovered", Sample.tiled, at: "meta/iinf/infe[48]", also: ["derived-size-differs"]
    ) { file in
      try file.payload("meta/idat") { $0[4] = 0x20 }
    },
    .boxes(
      "grid-tile-outside", Sample.tiled, at: "meta/iinf/infe[48]", also: ["derived-size-differs"]
    ) { file in
      try file.payload("meta/idat") { $0[6] = 0x08 }
    },
    .boxes(
      "grid-tile-small", Sample.tiled, at: "meta/iinf/infe[48]",
      also: ["ispe-differs-from-sps", "grid-uncovered"]
    ) { file in
      try file.edit("meta/iprp/ipco/ispe", as: ImageSpatialExtentsProperty.self) { $0.height = 48 }
    },
    .boxes("derived-size-differs", Sample.tiled, at: "meta/iprp/ipco/ispe[1]") { file in
      try file.edit("meta/iprp/ipco/ispe[1]", as: ImageSpatialExtentsProperty.self) { size in
        size.width -= 2
      }
    },
    .boxes("tile-transformed", Sample.tiled, at: "meta/iprp/ipco/irot") { file in
      try file.associations(of: 7) { list in
        list.append(list[2])
        list[3].propertyIndex = 6
      }
    },
    .boxes("iovl-unreadable", Sample.tiled, at: "meta/iinf/infe[48]") { file in
      try makeOverlay(&file, version: 1, offsets: 48)
    },
    .boxes("iovl-offset-count", Sample.tiled, at: "meta/iinf/infe[48]") { file in
      try makeOverlay(&file, version: 0, offsets: 47)
    },
    .boxes("derived-input-count", Sample.tiled, at: "meta/iinf/infe[48]") { file in
      try file.entry(of: 49) { $0.itemType = "iden" }
    },
    .boxes("alpha-size-differs", Sample.tiled, at: "meta/iinf/infe[52]") { file in
      try file.edit("meta/iprp/ipco/auxC", as: AuxiliaryTypeProperty.self) { property in
        property.auxType = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"
      }
    },
    .bytes("gain-map-undescribed", Sample.tiled, at: "meta/iinf/infe[52]") { bytes in
      let name = Array("HDRGainMapHeadroom".utf8)
      bytes[try position(of: name, in: bytes, from: 0) + 3] = 0x58
    },
    .boxes("thumbnail-larger", Sample.tiled, at: "meta/iinf/infe") { file in
      try file.edit("meta/iref/thmb", as: SingleItemTypeReferenceBox.self) { reference in
        reference.fromItemID = 1
        reference.toItemIDs = [50]
      }
    },
  ]

  /// Converts the grid to an overlay of its tiles.
  private static func makeOverlay(_ file: inout BoxFile, version: UInt8, offsets: Int) throws {
    try file.entry(of: 49) { $0.itemType = "iovl" }
    try file.payload("meta/idat") { data in
      let size = Array(data[4..<8])
      data = [version, 0] + [UInt8](repeating: 0, count: 8) + size
      data += [UInt8](repeating: 0, count: offsets * 4)
    }
    try file.location(of: 49) { $0.extents[0].length = UInt64(14 + offsets * 4) }
  }

  /// Puts the Exif data within an item; within itself if `id` is nil.
  private static func locateExif(in file: inout BoxFile, within id: UInt32?, length: UInt64) throws
  {
    let entries = file.boxes.at("meta", "iinf").compactMap { $0[ItemInfoEntry.self] }
    let exif = try #require(entries.first { $0.itemType == "Exif" }).itemID
    try file.edit("meta/iloc", as: ItemLocationBox.self) { iloc in
      let index = try #require(iloc.items.firstIndex { $0.id == exif })
      iloc.items[index].constructionMethod = 2
      iloc.items[index].baseOffset = 0
      iloc.items[index].extents = Array(iloc.items[0].extents.prefix(1))
      iloc.items[index].extents[0].length = length
    }
    var reference = SingleItemTypeReferenceBox()
    reference.fromItemID = exif
    reference.toItemIDs = [id ?? exif]
    try file.append(Box(type: "iloc", reference, in: .itemReferences), in: "meta/iref")
  }
}
