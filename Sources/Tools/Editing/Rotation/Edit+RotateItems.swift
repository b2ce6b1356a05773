import HEIF
import ISOBMFF

extension Edit {
  mutating func rotateItems(_ rotation: Rotation) throws(EditError) {
    guard let photo = HEIFFile(file), let primary = photo.primaryItem,
      let meta = file.boxes.firstIndex("meta")
    else { throw EditError(.notFound, "has no primary image") }
    var children = file.boxes[meta].children
    guard let propertiesIndex = children.firstIndex("iprp"),
      var properties = EditedItemProperties(children[propertiesIndex].children)
    else { throw EditError(.unsupported, "has no item properties; 'mini' files have none") }
    let before = try ItemRotation(properties[primary.id], in: properties)
    let wanted = before.rotation.then(rotation)

    // Readers apply the properties of each item. Items with the same orientation as the image are rotated with it.
    var items: Set<UInt32> = [primary.id]
    for item in photo.itemsInRegister(with: primary.id) {
      let own = try ItemRotation(properties[item], in: properties)
      if own.rotation == before.rotation {
        items.insert(item)
      } else if own.rotation != .none {
        notes.append("item \(item) is rotated in another way than the image, and stays as it is")
      }
    }
    for item in items.sorted() {
      if let other = photo.sources("dimg", to: item).first(where: { $0.type != "tmap" }) {
        throw EditError(
          .unsupported,
          "item \(item) is a part of item \(other.id) (\(other.type)), which would become another picture"
        )
      }
      try ItemRotation(properties[item], in: properties).write(
        wanted, of: item, sharedBy: items, to: &properties)
    }
    if rotation.swapsSides { try swapSides(of: photo, derivedFrom: primary.id, &properties) }

    var boxes = children[propertiesIndex].children
    properties.write(to: &boxes)
    guard boxes != children[propertiesIndex].children else { return }
    children[propertiesIndex].children = boxes
    file.boxes[meta].children = children
    let others = counted(
      items.count - 1, "thumbnail or auxiliary image", "thumbnails and auxiliary images")
    notes.append(
      "item \(primary.id) is shown \(rotation.text)"
        + (items.count == 1 ? "" : ", with \(others)"))
    setExifOrientation(of: primary.id, from: before.rotation, to: wanted)
  }

  /// How properties rotate the image that the photo shows; nil if it has no such property.
  var statedRotation: Rotation? {
    guard let shown = HEIFFile(file)?.shownItemID,
      let properties = EditedItemProperties(file.boxes.at("meta", "iprp")),
      let stated = try? ItemRotation(properties[shown], in: properties), !stated.indices.isEmpty
    else { return nil }
    return stated.rotation
  }

  /// The input of a tone-mapped image is the shown image, and its stated size is that of the shown image.
  private func swapSides(
    of photo: HEIFFile, derivedFrom primary: UInt32, _ properties: inout EditedItemProperties
  ) throws(EditError) {
    let derived = Set(photo.sources("dimg", to: primary).filter { $0.type == "tmap" }.map(\.id))
    for item in derived.sorted() {
      var associations = properties[item]
      for index in associations.indices {
        guard var size = properties.property(associations[index])?[ImageSpatialExtentsProperty.self]
        else { continue }
        (size.width, size.height) = (size.height, size.width)
        associations[index].propertyIndex = try properties.number(
          of: Box(size), replacing: associations[index].propertyIndex, for: derived)
      }
      properties[item] = associations
    }
  }
}

extension HEIFFile {
  /// The items that show the same as an image: its thumbnails and auxiliary images, those of these items, and
  /// the gain maps of tone-mapped images that are derived from it.
  fileprivate func itemsInRegister(with id: UInt32) -> [UInt32] {
    var found = [id]
    var seen: Set<UInt32> = [id]
    func add(_ items: [UInt32]) { found += items.filter { seen.insert($0).inserted } }
    for map in sources("dimg", to: id) where map.type == "tmap" {
      add(targets("dimg", from: map.id))
    }
    var next = 0
    while next < found.count {
      for type: FourCC in ["thmb", "auxl"] { add(sources(type, to: found[next]).map(\.id)) }
      next += 1
    }
    return Array(found.dropFirst())
  }
}

/// The rotation by the last properties of an item.
private struct ItemRotation {
  private let associations: [ItemPropertyAssociationBox.Association]
  /// The indices of the properties that rotate it.
  fileprivate let indices: [Int]
  private let axis: UInt8?
  let rotation: Rotation

  init(
    _ associations: [ItemPropertyAssociationBox.Association], in properties: EditedItemProperties
  ) throws(EditError) {
    self.associations = associations
    var indices: [Int] = []
    var rotation = Rotation.none
    var axis: UInt8?
    for (index, association) in associations.enumerated() {
      guard let box = properties.property(association) else { continue }
      if let property = box[ImageRotation.self] {
        rotation = rotation.then(.counterClockwise(quarters: Int(property.angle)))
        indices.append(index)
      } else if let mirror = box[ImageMirror.self] {
        rotation = rotation.then(mirror.axis == 0 ? .flipVertically : .flipHorizontally)
        axis = mirror.axis
        indices.append(index)
      } else if box[CleanApertureBox.self] != nil, !indices.isEmpty {
        throw EditError(
          .unsupported,
          "crops its image after rotating it, and so cannot be rotated in the usual order")
      }
    }
    self.indices = indices
    self.rotation = rotation
    self.axis = axis
  }

  /// Writes `irot` and then `imir` at the index of the earlier ones, or after all other properties.
  func write(
    _ wanted: Rotation, of item: UInt32, sharedBy items: Set<UInt32>,
    to properties: inout EditedItemProperties
  ) throws(EditError) {
    guard wanted != rotation else { return }
    func old<Body: BoxBody>(_: Body.Type) -> UInt16? {
      indices.map { associations[$0] }.first { properties.property($0)?[Body.self] != nil }?
        .propertyIndex
    }
    var rotation = ImageRotation()
    var mirror = ImageMirror()
    rotation.angle = UInt8(wanted.quarters)
    // Mirroring top and bottom equals half a turn before mirroring left and right. An existing axis does not change.
    mirror.axis = axis ?? (wanted.quarters == 2 ? 0 : 1)
    if wanted.isMirrored, mirror.axis == 0 { rotation.angle = UInt8((wanted.quarters + 2) % 4) }
    let oldRotation = old(ImageRotation.self)
    let oldMirror = old(ImageMirror.self)
    var made: [UInt16] = []
    if rotation.angle != 0 || oldRotation != nil {
      made.append(try properties.number(of: Box(rotation), replacing: oldRotation, for: items))
    }
    if wanted.isMirrored {
      made.append(try properties.number(of: Box(mirror), replacing: oldMirror, for: items))
    }
    var next = associations
    let start = indices.first ?? next.count
    for index in indices.reversed() { next.remove(at: index) }
    next.insert(
      contentsOf: made.map { number in
        var association = ItemPropertyAssociationBox.Association()
        association.propertyIndex = number
        association.isEssential = true
        return association
      }, at: start)
    properties[item] = next
  }
}

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
