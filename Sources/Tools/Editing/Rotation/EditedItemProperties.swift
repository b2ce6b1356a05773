import ISOBMFF

/// The properties of a file's items, and their associations (`ipco` and `ipma`, ISO/IEC 23008-12 §9.3).
struct EditedItemProperties {
  private(set) var properties: [Box]
  private var associations: [ItemPropertyAssociationBox]
  /// Where the associations of each item are: the indices of the box and of the entry.
  private var positions: [UInt32: [(box: Int, entry: Int)]] = [:]
  /// The associations of items that had none.
  private var added: [UInt32: [ItemPropertyAssociationBox.Association]] = [:]
  /// The items that have each property, by its number.
  private var users: [UInt16: Set<UInt32>] = [:]
  /// The number that last replaced another one.
  private var replacements: [UInt16: UInt16] = [:]

  /// - Parameter iprp: the boxes in it.
  init?(_ iprp: [Box]) {
    guard let list = iprp.first("ipco") else { return nil }
    properties = list.children
    associations = iprp.compactMap { $0[ItemPropertyAssociationBox.self] }
    guard !associations.isEmpty else { return nil }
    for box in associations.indices {
      for (index, entry) in associations[box].entries.enumerated() {
        positions[entry.itemID, default: []].append((box, index))
        for association in entry.associations {
          users[association.propertyIndex, default: []].insert(entry.itemID)
        }
      }
    }
  }

  /// Writes the content of `iprp`.
  func write(to iprp: inout [Box]) {
    var written = associations
    written[0].entries = withAdded(to: written[0].entries)
    // Numbers above 127 need 15 bits.
    for box in written.indices
    where written[box].entries.contains(where: {
      $0.associations.contains { $0.propertyIndex > 127 }
    }) {
      written[box].header.flags |= 1
    }
    var next = 0
    for index in iprp.indices {
      if iprp[index].type == "ipco", iprp[index].children != properties {
        iprp[index].children = properties
      } else if let old = iprp[index][ItemPropertyAssociationBox.self] {
        if old != written[next] { iprp[index][ItemPropertyAssociationBox.self] = written[next] }
        next += 1
      }
    }
  }

  /// The entries with those of items that had none, each before the first one with a greater number.
  private func withAdded(
    to entries: [ItemPropertyAssociationBox.Entry]
  ) -> [ItemPropertyAssociationBox.Entry] {
    var rest = added.sorted { $0.key < $1.key }[...]
    var all: [ItemPropertyAssociationBox.Entry] = []
    func add(before item: UInt32?) {
      while let (id, associations) = rest.first, item.map({ id < $0 }) ?? true {
        var entry = ItemPropertyAssociationBox.Entry()
        entry.itemID = id
        entry.associations = associations
        all.append(entry)
        rest.removeFirst()
      }
    }
    for entry in entries {
      add(before: entry.itemID)
      all.append(entry)
    }
    add(before: nil)
    return all
  }

  /// The properties of an item, by their number from 1.
  subscript(item: UInt32) -> [ItemPropertyAssociationBox.Association] {
    get {
      added[item]
        ?? positions[item, default: []].flatMap {
          associations[$0.box].entries[$0.entry].associations
        }
    }
    set {
      for association in self[item] { users[association.propertyIndex]?.remove(item) }
      for association in newValue { users[association.propertyIndex, default: []].insert(item) }
      guard let positions = positions[item] else {
        added[item] = newValue.isEmpty ? nil : newValue
        return
      }
      for (index, position) in positions.enumerated() {
        associations[position.box].entries[position.entry].associations = index == 0 ? newValue : []
      }
    }
  }

  func property(_ association: ItemPropertyAssociationBox.Association) -> Box? {
    let index = Int(association.propertyIndex) - 1
    return properties.indices.contains(index) ? properties[index] : nil
  }

  /// The number of a property that is `box`, which replaces `old` only for `items`: the number of the old
  /// property if no other item has it, the number of an equal one, or the number of a new one.
  mutating func number(
    of box: Box, replacing old: UInt16?, for items: Set<UInt32>
  ) throws(EditError) -> UInt16 {
    if let old, properties.indices.contains(Int(old) - 1) {
      if properties[Int(old) - 1] == box { return old }
      if let made = replacements[old], properties[Int(made) - 1] == box { return made }
      if users[old, default: []].isSubset(of: items) {
        // Only the content is replaced, so that oddities of the box stay.
        properties[Int(old) - 1].content = box.content
        return old
      }
    }
    let index = properties.firstIndex(of: box) ?? properties.count
    if index == properties.count { properties.append(box) }
    guard let number = UInt16(exactly: index + 1), number < 1 << 15 else {
      throw EditError(.unsupported, "has too many properties for one more")
    }
    if let old { replacements[old] = number }
    return number
  }
}
