import ISOBMFF
import Testing

/// Small changes to the items of a file.
extension BoxFile {
  mutating func location(
    of id: UInt32, _ change: (inout ItemLocationBox.Item) throws -> Void
  ) throws {
    try edit("meta/iloc", as: ItemLocationBox.self) { iloc in
      let index = try #require(iloc.items.firstIndex { $0.id == id })
      try change(&iloc.items[index])
    }
  }

  /// The `infe` boxes are in the order of the items in the samples.
  mutating func entry(of id: UInt32, _ change: (inout ItemInfoEntry) throws -> Void) throws {
    try edit("meta/iinf/infe[\(id - 1)]", as: ItemInfoEntry.self, change)
  }

  mutating func addEntry(_ id: UInt32, _ type: FourCC) throws {
    var entry = ItemInfoEntry()
    entry.itemID = id
    entry.itemType = type
    try append(Box(entry), in: "meta/iinf")
  }

  mutating func refer(_ type: FourCC, from: UInt32, to: [UInt32]) throws {
    var reference = SingleItemTypeReferenceBox()
    reference.fromItemID = from
    reference.toItemIDs = to
    try append(Box(type: type, reference, in: .itemReferences), in: "meta/iref")
  }

  /// Changes the target of the first reference of a type.
  mutating func redirect(_ type: String, to: [UInt32]) throws {
    try edit("meta/iref/\(type)", as: SingleItemTypeReferenceBox.self) { $0.toItemIDs = to }
  }

  mutating func associations(
    of id: UInt32,
    _ change: (inout [ItemPropertyAssociationBox.Association]) throws -> Void
  ) throws {
    try edit("meta/iprp/ipma", as: ItemPropertyAssociationBox.self) { ipma in
      let index = try #require(ipma.entries.firstIndex { $0.itemID == id })
      try change(&ipma.entries[index].associations)
    }
  }

  /// Adds a property to an item, before its last one.
  mutating func addProperty(_ box: Box, to id: UInt32, essential: Bool = false) throws {
    try append(box, in: "meta/iprp/ipco")
    let count = boxes.at("meta", "iprp", "ipco").count
    try associations(of: id) { list in
      var association = try #require(list.last)
      association.isEssential = essential
      association.propertyIndex = UInt16(count)
      list.insert(association, at: list.count - 1)
    }
  }

  /// Removes the properties of a type from an item.
  mutating func dropProperty(_ type: FourCC, of id: UInt32) throws {
    let properties = boxes.at("meta", "iprp", "ipco")
    try associations(of: id) { list in
      list.removeAll { properties[Int($0.propertyIndex) - 1].type == type }
    }
  }

  /// Changes the bytes behind the header of a box.
  mutating func payload(_ path: String, _ change: (inout [UInt8]) throws -> Void) throws {
    try edit(path) { box in
      var bytes = Array(try #require(box.sourcePayload))
      try change(&bytes)
      box.content = .opaque(Bytes(bytes))
    }
  }

  mutating func replaceBrand(_ old: FourCC, by new: FourCC) throws {
    try edit("ftyp", as: FileTypeBox.self) { type in
      let index = try #require(type.compatibleBrands.firstIndex(of: old))
      type.compatibleBrands[index] = new
    }
  }
}

/// `wanted` in `bytes`, from `start` on.
func position(of wanted: [UInt8], in bytes: [UInt8], from start: Int = 0) throws -> Int {
  try #require(
    (start..<bytes.count - wanted.count).first {
      bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
    })
}
