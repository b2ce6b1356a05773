import ISOBMFF

/// The properties of a file's items, and their associations (`ipco` and `ipma`, ISO/IEC 23008-12 §9.3).
struct EditedItemProperties {
  private(set) var properties: [Box]
  private(set) var associations: [ItemPropertyAssociationBox]

  /// - Parameter iprp: the boxes in it.
  init?(_ iprp: [Box]) {
    guard let list = iprp.first("ipco") else { return nil }
    properties = list.children
    associations = iprp.compactMap { $0[ItemPropertyAssociationBox.self] }
    guard !associations.isEmpty else { return nil }
  }

  /// Writes the content of `iprp`.
  func write(to iprp: inout [Box]) {
    var next = 0
    for index in iprp.indices {
      if iprp[index].type == "ipco", iprp[index].children != properties {
        iprp[index].children = properties
      } else if let old = iprp[index][ItemPropertyAssociationBox.self] {
        if old != associations[next] {
          iprp[index][ItemPropertyAssociationBox.self] = associations[next]
        }
        next += 1
      }
    }
  }

  /// The properties of an item, by their number from 1.
  subscript(item: UInt32) -> [ItemPropertyAssociationBox.Association] {
    get { associations.flatMap(\.entries).filter { $0.itemID == item }.flatMap(\.associations) }
    set {
      var rest = newValue[...]
      for box in associations.indices {
        for entry in associations[box].entries.indices
        where associations[box].entries[entry].itemID == item {
          associations[box].entries[entry].associations = Array(rest)
          rest = []
        }
      }
      if !rest.isEmpty {
        var entry = ItemPropertyAssociationBox.Entry()
        entry.itemID = item
        entry.associations = Array(rest)
        let place = associations[0].entries.firstIndex { $0.itemID > item }
        associations[0].entries.insert(entry, at: place ?? associations[0].entries.count)
      }
      widen()
    }
  }

  /// Numbers above 127 need 15 bits.
  private mutating func widen() {
    for box in associations.indices
    where associations[box].entries.contains(where: {
      $0.associations.contains { $0.propertyIndex > 127 }
    }) {
      associations[box].header.flags |= 1
    }
  }

  func property(_ association: ItemPropertyAssociationBox.Association) -> Box? {
    let index = Int(association.propertyIndex) - 1
    return properties.indices.contains(index) ? properties[index] : nil
  }

  func items(with property: UInt16) -> Set<UInt32> {
    Set(
      associations.flatMap(\.entries).filter { entry in
        entry.associations.contains { $0.propertyIndex == property }
      }.map(\.itemID))
  }

  /// The number of a property that is `box`, which replaces `old` only for `items`: the number of the old
  /// property if no other item has it, the number of an equal one, or the number of a new one.
  mutating func number(
    of box: Box, replacing old: UInt16?, for items: Set<UInt32>
  ) throws(EditError) -> UInt16 {
    if let old, properties.indices.contains(Int(old) - 1) {
      if properties[Int(old) - 1] == box { return old }
      if self.items(with: old).isSubset(of: items) {
        // Only the content is replaced, so that oddities of the box stay.
        properties[Int(old) - 1].content = box.content
        return old
      }
    }
    if let same = properties.firstIndex(of: box), let number = UInt16(exactly: same + 1) {
      return number
    }
    properties.append(box)
    guard properties.count < 1 << 15 else {
      throw EditError(.unsupported, "has too many properties for one more")
    }
    return UInt16(properties.count)
  }
}
