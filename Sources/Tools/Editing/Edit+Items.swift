public import HEIF
public import ISOBMFF

extension Edit {
  /// Adds a gain map, and a tone-mapped image (`tmap`) for brighter displays, which is derived from the primary
  /// image and the gain map. It is the preferred of two alternatives (ISO/IEC 23008-12 §6.6.2.4).
  ///
  /// - Parameters:
  ///   - map: a file whose primary image is the gain map.
  ///   - toneMap: the parameters of the tone mapping.
  ///   - properties: the properties of the tone-mapped image: its size, its bit depths, its colours.
  /// - Throws: if the map is a derived image, or if a number is too large for the file's structure.
  public mutating func addGainMap(
    _ map: HEIFFile, _ toneMap: ToneMap, _ properties: [Box], in photo: HEIFFile
  ) throws(EditError) {
    guard let primary = photo.primaryItem else { throw EditError(.notFound, "has no picture") }
    let payload: [UInt8]
    do throws(FieldError) { payload = try toneMap.encoded() } catch { throw EditError(error) }
    let mapID = try addImage(map, [], in: photo)
    guard let changed = HEIFFile(file) else {
      throw EditError(.damaged, "has items that cannot be read")
    }
    var derived = ItemInfoEntry()
    derived.itemType = ToneMap.itemType
    let derivedID = try addItem(derived, payload, isHidden: false, besides: [], in: changed)
    try addReference("dimg", from: derivedID, to: [primary.id, mapID])
    let groupID = try newID(besides: [derivedID], in: changed)
    try changeMeta { (children) throws(EditError) in
      try children.add(properties.map { ($0, false) }, to: derivedID)
      var group = EntityToGroupBox()
      group.groupID = groupID
      group.entityIDs = [derivedID, primary.id]
      let box = Box(type: "altr", group, in: .entityGroups)
      if let list = children.firstIndex("grpl") {
        children[list].children.append(box)
      } else {
        var list = GroupsListBox()
        list.children = [box]
        children.append(Box(list))
      }
    }
    if let index = file.boxes.firstIndex("ftyp"),
      var type = file.boxes[index][FileTypeBox.self], !type.compatibleBrands.contains("tmap")
    {
      type.compatibleBrands.append("tmap")
      file.boxes[index][FileTypeBox.self] = type
    }
  }

  /// Adds an auxiliary image to the primary image, such as a depth map (ISO/IEC 23008-12 §6.4.2).
  ///
  /// - Parameters:
  ///   - image: a file whose primary image is the auxiliary image.
  ///   - type: the property that states the type of the auxiliary image (`auxC`).
  ///   - xmp: an XMP packet that describes the image; empty for none.
  /// - Throws: if the image is a derived image, or if a number is too large for the file's structure.
  public mutating func addAuxiliaryImage(
    _ image: HEIFFile, _ type: Box, xmp: [UInt8], in photo: HEIFFile
  ) throws(EditError) {
    guard let primary = photo.primaryItem else { throw EditError(.notFound, "has no picture") }
    let id = try addImage(image, [type], in: photo)
    try addReference("auxl", from: id, to: [primary.id])
    if xmp.isEmpty { return }
    guard let changed = HEIFFile(file), let item = changed.item(id) else {
      throw EditError(.damaged, "has items that cannot be read")
    }
    try addMetadata("mime", contentType: "application/rdf+xml", xmp, describing: item, in: changed)
  }

  /// Adds the primary image of another file as a hidden image, with its tiles.
  ///
  /// - Parameter more: properties that are added to its own.
  /// - Returns: its ID.
  private mutating func addImage(
    _ image: HEIFFile, _ more: [Box], in photo: HEIFFile
  ) throws(EditError) -> UInt32 {
    guard let own = image.primaryItem else {
      throw EditError(.unsupported, "is a file without a picture")
    }
    let tiles = image.targets("dimg", from: own.id).compactMap { image.item($0) }
    guard tiles.allSatisfy({ image.targets("dimg", from: $0.id).isEmpty }) else {
      throw EditError(.unsupported, "is made of images that are themselves made of other images")
    }
    var ids: [UInt32] = []
    for item in tiles + [own] {
      let samples: [UInt8]
      do throws(FieldError) { samples = Array(try image.data(of: item.id)) } catch {
        throw EditError(error)
      }
      var entry = ItemInfoEntry()
      entry.itemType = item.type
      let id = try addItem(entry, samples, isHidden: true, besides: ids, in: photo)
      let properties =
        item.properties.map { ($0.box, $0.isEssential) }
        + (item.id == own.id ? more.map { ($0, false) } : [])
      try changeMeta { (children) throws(EditError) in try children.add(properties, to: id) }
      ids.append(id)
    }
    let id = ids.removeLast()
    if !ids.isEmpty { try addReference("dimg", from: id, to: ids) }
    return id
  }
}

extension [Box] {
  /// Adds properties to an item of `meta`.
  fileprivate mutating func add(
    _ properties: [(box: Box, isEssential: Bool)], to id: UInt32
  ) throws(EditError) {
    guard let index = firstIndex(where: { $0.type == "iprp" }),
      var list = EditedItemProperties(self[index].children)
    else { throw EditError(.damaged, "has no properties of items that can be read") }
    var associations: [ItemPropertyAssociationBox.Association] = []
    for property in properties {
      var association = ItemPropertyAssociationBox.Association()
      association.isEssential = property.isEssential
      association.propertyIndex = try list.number(of: property.box, replacing: nil, for: [])
      associations.append(association)
    }
    list[id] = associations
    list.write(to: &self[index].children)
  }
}

extension Edit {
  /// Removes items from the `meta` box of the file: from its item list, locations, references, properties and
  /// groups (ISO/IEC 14496-12 §8.11, 23008-12 §9). Their bytes stay in the file.
  public mutating func removeItems(_ ids: Set<UInt32>) {
    changedItems.formUnion(ids)
    file.removeItems(ids)
  }
}

extension BoxFile {
  mutating func removeItems(_ ids: Set<UInt32>) {
    guard !ids.isEmpty, let index = boxes.firstIndex("meta") else { return }
    var children = boxes[index].children
    for child in children.indices { children[child].removeItems(ids) }
    children.removeAll { $0.type == "iref" && $0.isContainer && $0.children.isEmpty }
    boxes[index].children = children
  }
}

extension Box {
  /// - Precondition: a box of `meta`.
  fileprivate mutating func removeItems(_ ids: Set<UInt32>) {
    switch type {
    case "iinf":
      keepChildren { $0[ItemInfoEntry.self].map { !ids.contains($0.itemID) } ?? true }
    case "iloc":
      guard var locations = self[ItemLocationBox.self],
        locations.items.contains(where: { ids.contains($0.id) })
      else { return }
      locations.items.removeAll { ids.contains($0.id) }
      self[ItemLocationBox.self] = locations
    case "iref":
      changeChildren { box in
        guard var reference = box[SingleItemTypeReferenceBox.self] else { return }
        let targets = reference.toItemIDs.filter { !ids.contains($0) }
        guard targets != reference.toItemIDs else { return }
        reference.toItemIDs = targets
        box[SingleItemTypeReferenceBox.self] = reference
      }
      keepChildren { box in
        box[SingleItemTypeReferenceBox.self].map {
          !ids.contains($0.fromItemID) && !$0.toItemIDs.isEmpty
        } ?? true
      }
    case "iprp":
      changeChildren { box in
        guard var associations = box[ItemPropertyAssociationBox.self],
          associations.entries.contains(where: { ids.contains($0.itemID) })
        else { return }
        associations.entries.removeAll { ids.contains($0.itemID) }
        box[ItemPropertyAssociationBox.self] = associations
      }
    case "grpl":
      changeChildren { box in
        guard var group = box[EntityToGroupBox.self], group.entityIDs.contains(where: ids.contains)
        else { return }
        group.entityIDs.removeAll { ids.contains($0) }
        box[EntityToGroupBox.self] = group
      }
    default: break
    }
  }

  /// Children are only replaced if one was removed.
  private mutating func keepChildren(where isKept: (Box) -> Bool) {
    let kept = children.filter(isKept)
    if kept.count != children.count { children = kept }
  }

  private mutating func changeChildren(_ change: (inout Box) -> Void) {
    var changed = children
    for index in changed.indices { change(&changed[index]) }
    let isSame = zip(changed, children).allSatisfy { ($0.source == nil) == ($1.source == nil) }
    if !isSame { children = changed }
  }
}
