public import HEIF
public import ISOBMFF

extension Edit {
  /// Adds a gain map, and the picture for brighter displays that it makes of the primary one: as the
  /// better of two alternatives (ISO/IEC 23008-12 §6.6.2.4).
  ///
  /// - Parameters:
  ///   - map: a file of which the primary picture is the map.
  ///   - toneMap: how both make the other picture.
  ///   - properties: those of that picture: its size, its bit depths, its colours.
  /// - Throws: if the map is derived of other images, or there is no room in the structure.
  public mutating func addGainMap(
    _ map: HEIFFile, _ toneMap: ToneMap, _ properties: [Box], in photo: HEIFFile
  ) throws(EditError) {
    guard let primary = photo.primaryItem, let own = map.primaryItem,
      let entry = map.item(own.id)?.entry, map.targets("dimg", from: own.id).isEmpty
    else { throw EditError(.unsupported, "has no picture that a gain map could belong to") }
    let (samples, payload): ([UInt8], [UInt8])
    do throws(FieldError) {
      (samples, payload) = (Array(try map.data(of: own.id)), try toneMap.encoded())
    } catch {
      throw EditError(error)
    }
    var image = ItemInfoEntry()
    image.itemType = entry.itemType
    let mapID = try addItem(image, samples, isHidden: true, besides: [], in: photo)
    var derived = ItemInfoEntry()
    derived.itemType = ToneMap.itemType
    let derivedID = try addItem(
      derived, payload, isHidden: false, besides: [mapID], in: photo)
    try addReference("dimg", from: derivedID, to: [primary.id, mapID])
    let groupID = try newID(besides: [mapID, derivedID], in: photo)
    let ownProperties = own.properties.map { ($0.box, $0.isEssential) }
    try changeMeta { (children) throws(EditError) in
      try children.add(ownProperties, to: mapID)
      try children.add(properties.map { ($0, false) }, to: derivedID)
      var group = EntityToGroupBox()
      group.groupID = groupID
      group.entityIDs = [derivedID, primary.id]
      let box = Box(type: "altr", group, in: .entityGroups)
      if let list = children.firstIndex(where: { $0.type == "grpl" }) {
        children[list].children.append(box)
      } else {
        var list = GroupsListBox()
        list.children = [box]
        children.append(Box(list))
      }
    }
    if let place = file.boxes.firstIndex(where: { $0.type == "ftyp" }),
      var type = file.boxes[place][FileTypeBox.self], !type.compatibleBrands.contains("tmap")
    {
      type.compatibleBrands.append("tmap")
      file.boxes[place][FileTypeBox.self] = type
    }
  }
}

extension [Box] {
  /// Gives an item of `meta` properties.
  fileprivate mutating func add(
    _ properties: [(box: Box, isEssential: Bool)], to id: UInt32
  ) throws(EditError) {
    guard let place = firstIndex(where: { $0.type == "iprp" }),
      var list = ItemProperties(self[place].children)
    else { throw EditError(.damaged, "has no properties of items that can be read") }
    var associations: [ItemPropertyAssociationBox.Association] = []
    for property in properties {
      var association = ItemPropertyAssociationBox.Association()
      association.isEssential = property.isEssential
      association.propertyIndex = try list.number(of: property.box, replacing: nil, for: [])
      associations.append(association)
    }
    list[id] = associations
    list.write(to: &self[place].children)
  }
}
