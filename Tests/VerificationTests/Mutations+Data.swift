import ISOBMFF
import Testing

extension Mutation {
  static let data: [Mutation] = [
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
  ]

  /// Says that the Exif data is within an item; within itself if `id` is nil.
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
