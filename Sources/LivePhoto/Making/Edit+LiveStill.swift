public import Editing
import Exif
import HEIF
import ISOBMFF

extension Edit {
  /// Gives this HEIC photo a content identifier, in the Apple maker note of its Exif metadata, which
  /// are made if there are none (ISO/IEC 23008-12 §A.2).
  ///
  ///     var edit = Edit(try ByteSource(mapping: "IMG_1234.HEIC").bytes)
  ///     try edit.setContentIdentifier(.random())
  ///
  /// No picture changes.
  ///
  /// - Parameter replacesNote: whether a maker note of another vendor, or a damaged one, may go.
  public mutating func setContentIdentifier(
    _ identifier: ContentIdentifier, replacingMakerNote replacesNote: Bool = false
  ) throws(EditError) {
    try refuseDamage()
    guard let photo = HEIFFile(original), let primary = photo.primaryItem else {
      throw EditError(
        "is not a HEIC photo with a picture in a meta box, as minimized ones and sequences are not")
    }
    for item in photo.items where item.location != nil {
      do throws(Misplacement) { _ = try photo.placement(of: item.id) } catch {
        guard case .pastEnd = error else { continue }
        throw EditError("is cut off: item \(item.id) (\(item.type)) \(error)")
      }
    }
    guard let item = photo.exifItem(of: primary.id) else {
      let tiff: [UInt8]
      do throws(FieldError) {
        tiff = try ExifEditor.tiff(contentIdentifier: identifier.text)
      } catch {
        throw EditError(error)
      }
      notes.append("has Exif metadata now, with an Apple maker note")
      return try addExif(ExifItem.payload(of: tiff), describing: primary, in: photo)
    }
    let payload: Bytes
    let extents: [Range<Int>]
    do throws(FieldError) {
      payload = try photo.data(of: item.id)
      extents = try photo.extents(of: item.id)
    } catch {
      throw EditError(error)
    }
    guard let tiff = ExifItem.tiff(in: payload) else {
      throw EditError("has Exif metadata that cannot be read")
    }
    let new = try changed(tiff, identifier, replacesNote)
    guard !new.elementsEqual(tiff) else { return }
    changedItems.insert(item.id)
    if let location = item.location, location.constructionMethod == 0, extents.count == 1,
      location.extents.count == 1, location.extents[0].length == UInt64(extents[0].count),
      isAlone(extents[0], item, in: photo)
    {
      if new.count == tiff.count {
        let start = tiff.fileOffset
        if file.replace(start..<start + tiff.count, with: Bytes(new)) { return }
      } else if file.replace(extents[0], with: Bytes(ExifItem.payload(of: new))) {
        let count = UInt64(ExifItem.payload(of: new).count)
        return try changeLocations { (locations) throws(EditError) in
          for index in locations.items.indices where locations.items[index].id == item.id {
            locations.items[index].extents[0].length = count
          }
          if count > 0xFFFF, locations.sizes.length < 4 { locations.sizes.length = 4 }
        }
      }
    }
    let place = file.addMedia(ExifItem.payload(of: new))
    let count = ExifItem.payload(of: new).count
    try changeLocations { (locations) throws(EditError) in
      locations.items.removeAll { $0.id == item.id }
      try locations.add(item.id, at: place, count: count)
    }
  }

  private mutating func changed(
    _ tiff: Bytes, _ identifier: ContentIdentifier, _ replacesNote: Bool
  ) throws(EditError) -> [UInt8] {
    do throws(MakerNoteObstacle) {
      return try ExifEditor.settingContentIdentifier(
        tiff, to: identifier.text, replacingNote: replacesNote)
    } catch {
      throw EditError(error)
    }
  }

  /// Whether no other item has any of these bytes.
  private func isAlone(_ range: Range<Int>, _ item: Item, in photo: HEIFFile) -> Bool {
    !photo.items.contains { other in
      guard other.id != item.id, let places = try? photo.placement(of: other.id) else {
        return false
      }
      return places.contains { $0.overlaps(range) }
    }
  }

  // MARK: - A new item

  private mutating func addExif(
    _ payload: [UInt8], describing primary: Item, in photo: HEIFFile
  ) throws(EditError) {
    let used = Set(photo.items.map(\.id) + photo.groups.map(\.id))
    guard
      let id = (1...0xFFFF).first(where: { !used.contains($0) && $0 > (used.max() ?? 0) })
        ?? (1...0xFFFF).first(where: { !used.contains($0) })
    else { throw EditError("has no item_ID left") }
    changedItems.insert(id)
    let place = file.addMedia(payload)
    try changeLocations { (locations) throws(EditError) in
      locations.items.removeAll { $0.id == id }
      try locations.add(id, at: place, count: payload.count)
    }
    // Apple lets the metadata describe the tone-mapped picture, too.
    let described =
      [primary.id]
      + photo.items.filter {
        $0.type == "tmap" && photo.targets("dimg", from: $0.id).contains(primary.id)
      }.map(\.id)
    try changeMeta { (children) throws(EditError) in
      guard let info = children.firstIndex(where: { $0.type == "iinf" && $0.isContainer }) else {
        throw EditError("has no list of items that can be read")
      }
      var entry = ItemInfoEntry()
      entry.header.flags = 1
      entry.itemID = id
      entry.itemType = "Exif"
      children[info].children.append(Box(entry))
      var reference = SingleItemTypeReferenceBox()
      reference.fromItemID = id
      reference.toItemIDs = described
      let box = Box(type: "cdsc", reference, in: .itemReferences)
      if let references = children.firstIndex(where: { $0.type == "iref" }) {
        guard children[references].isContainer else {
          throw EditError("has references of items that cannot be read")
        }
        children[references].children.append(box)
      } else {
        var references = ItemReferenceBox()
        if described.contains(where: { $0 > 0xFFFF }) { references.header.version = 1 }
        references.children = [box]
        children.insert(Box(references), at: info + 1)
      }
    }
  }

  private mutating func changeMeta(
    _ change: (inout [Box]) throws(EditError) -> Void
  ) throws(EditError) {
    guard let meta = file.boxes.firstIndex(where: { $0.type == "meta" }) else { return }
    var children = file.boxes[meta].children
    try change(&children)
    file.boxes[meta].children = children
  }

  private mutating func changeLocations(
    _ change: (inout ItemLocationBox) throws(EditError) -> Void
  ) throws(EditError) {
    try changeMeta { (children) throws(EditError) in
      guard let place = children.firstIndex(where: { $0.type == "iloc" }),
        var locations = children[place][ItemLocationBox.self]
      else { throw EditError("does not say where its items are (iloc)") }
      try change(&locations)
      children[place][ItemLocationBox.self] = locations
    }
  }
}

extension ItemLocationBox {
  /// An item in the file.
  fileprivate mutating func add(_ id: UInt32, at place: Int, count: Int) throws(EditError) {
    guard header.version == 2 || id <= 0xFFFF else { throw EditError("has no item_ID left") }
    sizes.offset = max(sizes.offset, 4)
    sizes.length = max(sizes.length, 4)
    var extent = Extent()
    extent.offset = UInt64(place)
    extent.length = UInt64(count)
    var item = Item()
    item.id = id
    item.extents = [extent]
    items.append(item)
  }
}

extension EditError {
  /// Why an identifier cannot be written, and what can be done about it.
  init(_ obstacle: MakerNoteObstacle) {
    switch obstacle {
    case .otherVendor, .damagedNote:
      self.init("\(obstacle); --replace-maker-note lets one of Apple's take its place")
    case .damagedExif: self.init("\(obstacle)")
    }
  }
}
