public import HEIF
public import ISOBMFF
import Metadata

extension Edit {
  /// Replaces the bytes of an item: in place, if no other item uses the same bytes, and otherwise at a new
  /// offset (ISO/IEC 14496-12 §8.11.3).
  ///
  /// Throws if the data of the item is not in the file, or if the file has no table of locations that can be changed.
  public mutating func setData(
    of item: Item, to bytes: [UInt8], in photo: HEIFFile
  ) throws(EditError) {
    let extents: [Range<Int>]
    do throws(FieldError) { extents = try photo.extents(of: item.id) } catch {
      throw EditError(error)
    }
    changedItems.insert(item.id)
    let count = UInt64(bytes.count)
    if let location = item.location, location.constructionMethod == 0, extents.count == 1,
      location.extents.count == 1, location.extents[0].length == UInt64(extents[0].count),
      isAlone(extents[0], item, in: photo), file.replace(extents[0], with: Bytes(bytes))
    {
      guard count != UInt64(extents[0].count) else { return }
      return try changeLocations { (locations) throws(EditError) in
        for index in locations.items.indices where locations.items[index].id == item.id {
          locations.items[index].extents[0].length = count
        }
        if count > 0xFFFF, locations.sizes.length < 4 { locations.sizes.length = 4 }
      }
    }
    let offset = file.addMedia(bytes)
    try changeLocations { (locations) throws(EditError) in
      locations.items.removeAll { $0.id == item.id }
      try locations.add(item.id, at: offset, count: bytes.count)
    }
  }

  /// Whether no other item uses any of these bytes.
  private func isAlone(_ range: Range<Int>, _ item: Item, in photo: HEIFFile) -> Bool {
    !photo.items.contains { other in
      guard other.id != item.id, let ranges = try? photo.dataRanges(of: other.id) else {
        return false
      }
      return ranges.contains { $0.overlaps(range) }
    }
  }

  /// Adds a metadata item that describes an image, and also the tone-mapped image that is derived from it, as
  /// in the files of phones (ISO/IEC 23008-12 §A).
  ///
  /// Throws if the file has no tables of items that can be changed, or no ID left.
  ///
  /// - Parameter contentType: the content type of a `mime` item.
  public mutating func addMetadata(
    _ type: FourCC, contentType: Text = "", _ payload: [UInt8], describing primary: Item,
    in photo: HEIFFile
  ) throws(EditError) {
    var entry = ItemInfoEntry()
    entry.itemType = type
    entry.contentType = contentType
    let id = try addItem(entry, payload, isHidden: true, besides: [], in: photo)
    let described =
      [primary.id]
      + photo.items.filter {
        $0.type == "tmap" && photo.targets("dimg", from: $0.id).contains(primary.id)
      }.map(\.id)
    try addReference("cdsc", from: id, to: described)
  }

  /// Adds an item with its data, and without properties.
  ///
  /// - Parameter besides: IDs that were added after `photo` was read.
  /// - Returns: its ID.
  mutating func addItem(
    _ entry: ItemInfoEntry, _ payload: [UInt8], isHidden: Bool, besides: [UInt32],
    in photo: HEIFFile
  ) throws(EditError) -> UInt32 {
    let id = try newID(besides: besides, in: photo)
    changedItems.insert(id)
    let offset = file.addMedia(payload)
    try changeLocations { (locations) throws(EditError) in
      locations.items.removeAll { $0.id == id }
      try locations.add(id, at: offset, count: payload.count)
    }
    var entry = entry
    entry.header.flags = isHidden ? 1 : 0
    entry.itemID = id
    try changeMeta { (children) throws(EditError) in
      guard let info = children.firstIndex(where: { $0.type == "iinf" && $0.isContainer }) else {
        throw EditError(.damaged, "has no list of items that can be read")
      }
      children[info].children.append(Box(entry))
    }
    return id
  }

  /// A number that no item and no group has.
  func newID(besides: [UInt32], in photo: HEIFFile) throws(EditError) -> UInt32 {
    let used = Set(photo.items.map(\.id) + photo.groups.map(\.id) + besides)
    guard
      let id = (1...0xFFFF).first(where: { !used.contains($0) && $0 > (used.max() ?? 0) })
        ?? (1...0xFFFF).first(where: { !used.contains($0) })
    else { throw EditError(.unsupported, "has no item_ID left") }
    return id
  }

  /// Adds a reference from an item to others.
  mutating func addReference(
    _ type: FourCC, from id: UInt32, to others: [UInt32]
  ) throws(EditError) {
    try changeMeta { (children) throws(EditError) in
      var reference = SingleItemTypeReferenceBox()
      reference.fromItemID = id
      reference.toItemIDs = others
      let box = Box(type: type, reference, in: .itemReferences)
      if let references = children.firstIndex("iref") {
        guard children[references].isContainer else {
          throw EditError(.damaged, "has references of items that cannot be read")
        }
        children[references].children.append(box)
      } else {
        var references = ItemReferenceBox()
        if others.contains(where: { $0 > 0xFFFF }) { references.header.version = 1 }
        references.children = [box]
        let info = children.firstIndex("iinf")
        children.insert(Box(references), at: info.map { $0 + 1 } ?? children.endIndex)
      }
    }
  }

  mutating func changeMeta(
    _ change: (inout [Box]) throws(EditError) -> Void
  ) throws(EditError) {
    guard let meta = file.boxes.firstIndex("meta") else { return }
    var children = file.boxes[meta].children
    try change(&children)
    file.boxes[meta].children = children
  }

  mutating func changeLocations(
    _ change: (inout ItemLocationBox) throws(EditError) -> Void
  ) throws(EditError) {
    try changeMeta { (children) throws(EditError) in
      guard let index = children.firstIndex("iloc"),
        var locations = children[index][ItemLocationBox.self]
      else { throw EditError(.notFound, "does not say where its items are (iloc)") }
      try change(&locations)
      children[index][ItemLocationBox.self] = locations
    }
  }
}

extension ItemLocationBox {
  /// An item in the file.
  mutating func add(_ id: UInt32, at offset: Int, count: Int) throws(EditError) {
    guard header.version == 2 || id <= 0xFFFF else {
      throw EditError(.unsupported, "has no item_ID left")
    }
    sizes.offset = max(sizes.offset, 4)
    sizes.length = max(sizes.length, 4)
    var extent = Extent()
    extent.offset = UInt64(offset)
    extent.length = UInt64(count)
    var item = Item()
    item.id = id
    item.extents = [extent]
    items.append(item)
  }
}

extension Edit {
  /// The XMP packets whose offsets changed, by item. Packets that the edit itself changes or removes are left out.
  func correctedXMP(by relocation: Relocation) -> [UInt32: [UInt8]] {
    guard let photo = HEIFFile(original), !photo.xmpItems.isEmpty, let edited = HEIFFile(file)
    else { return [:] }
    var packets: [UInt32: [UInt8]] = [:]
    // Several items can have the same bytes, which are read once.
    var read: [Range<Int>: [UInt8]?] = [:]
    for item in photo.xmpItems
    where !changedItems.contains(item.id) && edited.item(item.id) != nil {
      guard let data = try? photo.data(of: item.id) else { continue }
      let range = data.fileOffset..<data.fileOffset + data.count
      let isShared = data.source === original.bytes.source
      let packet =
        (isShared ? read[range] : nil) ?? XMPPacket(data).flatMap { relocation.corrected($0) }
      if isShared { read[range] = .some(packet) }
      packets[item.id] = packet
    }
    return packets
  }

  /// Replaces the XMP packets of items.
  mutating func setXMP(_ packets: [UInt32: [UInt8]]) throws(EditError) {
    guard !packets.isEmpty, let photo = HEIFFile(original) else { return }
    for item in photo.xmpItems {
      if let packet = packets[item.id] { try setData(of: item, to: packet, in: photo) }
    }
  }
}
