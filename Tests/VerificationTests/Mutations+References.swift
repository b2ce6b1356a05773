import ISOBMFF
import Testing

extension Mutation {
  static let references: [Mutation] = items + itemReferences + properties + groups

  private static let items: [Mutation] = [
    .boxes("pitm-unknown-item", at: "meta/pitm") { file in
      try file.edit("meta/pitm", as: PrimaryItemBox.self) { $0.itemID = 3 }
    },
    .boxes("pitm-hidden", at: "meta/pitm") { try $0.entry(of: 1) { $0.header.flags = 1 } },
    .boxes("pitm-not-image", at: "meta/pitm") { file in
      try file.edit("meta/pitm", as: PrimaryItemBox.self) { $0.itemID = 2 }
    },
    .boxes("item-listed-twice", at: "meta/iinf/infe[2]") { try $0.addEntry(2, "Exif") },
    .boxes("item-id-zero", at: "meta/iinf/infe[2]") { try $0.addEntry(0, "uri ") },
    .boxes("iloc-item-twice", at: "meta/iloc") { file in
      try file.edit("meta/iloc", as: ItemLocationBox.self) { $0.items.append($0.items[1]) }
    },
    .boxes("iloc-unknown-item", at: "meta/iloc") { file in
      try file.edit("meta/iloc", as: ItemLocationBox.self) { iloc in
        iloc.items.append(iloc.items[1])
        iloc.items[2].id = 9
      }
    },
    .boxes("item-without-location", at: "meta/iinf/infe[1]") { file in
      try file.edit("meta/iloc", as: ItemLocationBox.self) { _ = $0.items.removeLast() }
    },
    .boxes("item-protection-missing", at: "meta/iinf/infe[1]") { file in
      try file.entry(of: 2) { $0.protectionIndex = 1 }
    },
  ]

  private static let itemReferences: [Mutation] = [
    .boxes("iref-from-unknown", at: "meta/iref/cdsc[1]") { file in
      try file.refer("cdsc", from: 9, to: [1])
    },
    .boxes("iref-to-unknown", at: "meta/iref/cdsc") { try $0.redirect("cdsc", to: [9]) },
    .boxes("iref-split", at: "meta/iref/cdsc[1]") { try $0.refer("cdsc", from: 2, to: [1]) },
    .boxes("iref-to-itself", at: "meta/iref/base") { try $0.refer("base", from: 1, to: [1]) },
    .boxes("iref-cycle", Sample.tiled, at: "meta/iref/base") { file in
      try file.refer("base", from: 1, to: [2])
      try file.refer("base", from: 2, to: [3])
      try file.refer("base", from: 3, to: [1])
    },
    .boxes("iref-target-repeated", at: "meta/iref/cdsc") { file in
      try file.redirect("cdsc", to: [1, 1])
    },
    .boxes("thmb-not-of-image", Sample.tiled, at: "meta/iref/thmb") { file in
      try file.redirect("thmb", to: [51])
    },
    .boxes("auxl-not-of-image", Sample.tiled, at: "meta/iref/auxl") { file in
      try file.redirect("auxl", to: [51])
    },
    .boxes("dimg-not-of-image", Sample.tiled, at: "meta/iref/dimg", also: ["grid-tiles-differ"]) {
      file in
      try file.redirect("dimg", to: Array(1...47) + [51])
    },
    .boxes("cdsc-from-image", Sample.tiled, at: "meta/iref/cdsc[4]") { file in
      try file.refer("cdsc", from: 50, to: [53])
    },
    .boxes("metadata-unattached", at: "meta/iinf/infe[1]") { try $0.remove("meta/iref/cdsc") },
    .boxes("auxc-missing", Sample.tiled, at: "meta/iinf/infe[52]") { file in
      try file.dropProperty("auxC", of: 53)
    },
    .boxes("auxc-unreferenced", Sample.tiled, at: "meta/iprp/ipco/auxC") { file in
      try file.remove("meta/iref/auxl")
    },
    .boxes("auxc-unknown", Sample.tiled, at: "meta/iprp/ipco/auxC") { file in
      try file.edit("meta/iprp/ipco/auxC", as: AuxiliaryTypeProperty.self) { property in
        property.auxType = "urn:example:1"
      }
    },
    .boxes("derived-without-input", Sample.tiled, at: "meta/iinf/infe[48]") { file in
      try file.remove("meta/iref/dimg")
    },
  ]

  private static let properties: [Mutation] = [
    .boxes("ipma-unknown-item", at: "meta/iprp/ipma") { file in
      try file.edit("meta/iprp/ipma", as: ItemPropertyAssociationBox.self) { ipma in
        ipma.entries.append(ipma.entries[0])
        ipma.entries[1].itemID = 9
      }
    },
    .boxes("ipma-unknown-property", at: "meta/iprp/ipma") { file in
      try file.associations(of: 1) { list in
        list.append(list[1])
        list[4].propertyIndex = 9
      }
    },
    .boxes("ipma-item-twice", at: "meta/iprp/ipma") { file in
      try file.edit("meta/iprp/ipma", as: ItemPropertyAssociationBox.self) { ipma in
        ipma.entries.append(ipma.entries[0])
        ipma.entries[0].associations.removeLast(2)
        ipma.entries[1].associations.removeFirst(2)
      }
    },
    .boxes("ipma-unsorted", Sample.tiled, at: "meta/iprp/ipma") { file in
      try file.edit("meta/iprp/ipma", as: ItemPropertyAssociationBox.self) { ipma in
        ipma.entries.swapAt(3, 4)
      }
    },
    .boxes("ipma-version-twice", Sample.tiled, at: "meta/iprp/ipma[1]") { file in
      try file.edit("meta/iprp") { properties in
        let first = try #require(properties.children.first { $0.type == "ipma" })
        var second = try #require(first[ItemPropertyAssociationBox.self])
        second.entries = []
        properties.children.append(Box(second))
      }
    },
    .boxes("ipma-property-twice", at: "meta/iprp/ipma") { file in
      try file.associations(of: 1) { $0.append($0[1]) }
    },
    .boxes("ipma-none-essential", at: "meta/iprp/ipma") { file in
      try file.associations(of: 1) { list in
        list.append(list[0])
        list[4].propertyIndex = 0
      }
    },
    .boxes("essential-unknown", at: "meta/iprp/ipco/zzzz") { file in
      try file.addProperty(Box(type: "zzzz", opaque: Bytes([1])), to: 1, essential: true)
    },
    .boxes("essential-missing", at: "meta/iprp/ipco/hvcC") { file in
      try file.associations(of: 1) { $0[0].isEssential = false }
    },
    .boxes("essential-missing", Sample.tiled, at: "meta/iprp/ipco/irot") { file in
      try file.associations(of: 49) { $0[3].isEssential = false }
    },
    .boxes("a1lx-essential", Sample.avif, at: "meta/iprp/ipco/a1lx") { file in
      try file.addProperty(Box(AV1LayeredImageIndexingProperty()), to: 1, essential: true)
    },
    .boxes("property-after-transform", Sample.tiled, at: "meta/iprp/ipco/pixi") { file in
      try file.associations(of: 49) { $0.swapAt(2, 3) }
    },
    .boxes("transform-order", Sample.tiled, at: "meta/iprp/ipco/clap") { file in
      try file.addProperty(Box(clap(320, 240)), to: 50, essential: true)
      try file.associations(of: 50) { $0.swapAt(4, 5) }
    },
    .boxes("transform-repeated", Sample.tiled, at: "meta/iprp/ipco/irot[1]") { file in
      try file.replaceBrand("miaf", by: "mif1")
      try file.addProperty(Box(ImageRotation()), to: 50, essential: true)
      try file.associations(of: 50) { $0.swapAt(4, 5) }
    },
    .boxes("property-kind-twice", at: "meta/iprp/ipco/ispe[1]") { file in
      try file.addProperty(try #require(file.box(at: "meta/iprp/ipco/ispe")), to: 1)
    },
  ]

  private static let groups: [Mutation] = [
    .boxes("group-unknown-entity", at: "meta/grpl/altr") { try addGroup(60, [1, 77], to: &$0) },
    .boxes("group-id-taken", at: "meta/grpl/altr") { try addGroup(2, [1], to: &$0) },
  ]

  private static func addGroup(_ id: UInt32, _ members: [UInt32], to file: inout BoxFile) throws {
    var group = EntityToGroupBox()
    group.groupID = id
    group.entityIDs = members
    var list = GroupsListBox()
    list.children = [Box(type: "altr", group, in: .entityGroups)]
    try file.append(Box(list), in: "meta")
  }

  /// A clean aperture in the middle.
  static func clap(_ width: UInt32, _ height: UInt32) -> CleanApertureBox {
    var clap = CleanApertureBox()
    clap.widthN = width
    clap.heightN = height
    return clap
  }
}

extension BoxFile {
  fileprivate func box(at path: String) -> Box? { BoxPath(path).flatMap { box(at: $0) } }
}
