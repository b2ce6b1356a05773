import HEIF
import ISOBMFF

extension Edit {
  /// Removes bytes after the last box that are no box: a few bytes that a transfer added, or zeros.
  mutating func removeTrailingBytes() {
    let trailing = file.trailing
    guard !trailing.isEmpty, trailing.count < 8 || trailing.allSatisfy({ $0 == 0 }) else { return }
    file.trailing = Bytes()
    notes.append(
      "\(counted(trailing.count, "byte")) after the last box, at byte \(trailing.fileOffset), \(trailing.count == 1 ? "was" : "were") not a box: removed"
    )
  }

  /// Removes `moov` boxes that cannot be read, or have the same content as the first, if another one can be read.
  mutating func removeSecondMovie() {
    let movies = file.boxes.filter { $0.type == "moov" }
    guard movies.count > 1, let first = movies.first(where: \.isWholeMovie) else { return }
    var isKept = false
    file.boxes.removeAll { box in
      guard box.type == "moov", let origin = box.origin else { return false }
      if !isKept, origin == first.origin {
        isKept = true
        return false
      }
      guard !box.isWholeMovie || origin.elementsEqual(first.origin ?? Bytes()) else { return false }
      notes.append(
        "the file has \(movies.count) moov boxes: the one at byte \(origin.fileOffset), which \(box.isWholeMovie ? "has the same content as the first" : "cannot be read"), is removed"
      )
      return true
    }
  }

  /// The `meta` box of a photo has a version and flags (ISO/IEC 14496-12 §8.11.1), without which readers
  /// find no picture. In movies it can also be that of QuickTime, which has none: readers know both.
  mutating func giveMetadataItsVersion() {
    for index in file.boxes.indices {
      guard var meta = file.boxes[index][MetaBox.self], meta.header == nil,
        meta.children.first(HandlerBox.self)?.handlerType == "pict"
      else { continue }
      meta.header = FullBoxHeader()
      file.boxes[index][MetaBox.self] = meta
      notes.append("the meta box of the photo had no version and flags: it has them now")
    }
  }

  /// Descriptors of derived images are in `idat`. Some writers lose the construction method, and then the offset seems
  /// to count from the start of the file.
  mutating func findDescriptorsInItemData() throws(EditError) {
    guard let heif = HEIFFile(original),
      let meta = file.boxes.firstIndex(where: { $0.type == "meta" }),
      let itemData = file.boxes[meta].children.first("idat")?.pieces.first,
      let index = file.boxes[meta].children.firstIndex(where: { $0.type == "iloc" }),
      var locations = file.boxes[meta].children[index][ItemLocationBox.self]
    else { return }
    var found: [UInt32] = []
    for place in locations.items.indices {
      let location = locations.items[place]
      guard location.constructionMethod == 0, let item = heif.item(location.id),
        item.type == ImageGrid.itemType, let extent = location.extents.first,
        location.extents.count == 1
      else { continue }
      let start = location.baseOffset &+ extent.offset
      guard !describes(item, try? heif.data(of: item.id), heif),
        let first = Int(exactly: start), let length = Int(exactly: extent.length),
        first <= itemData.count, length <= itemData.count - first,
        describes(item, itemData.part(first..<first + length), heif)
      else { continue }
      locations.items[place].constructionMethod = 1
      found.append(item.id)
    }
    guard !found.isEmpty else { return }
    if locations.header.version == 0 { locations.header.version = 1 }
    changedItems.formUnion(found)
    file.boxes[meta].children[index][ItemLocationBox.self] = locations
    notes.append(
      "the descriptor of \(found.count == 1 ? "item \(found[0])" : "\(found.count) items") is in idat, which its location did not say: it does now"
    )
  }

  /// Whether bytes are a grid of as many tiles as the item has, of its size.
  private func describes(_ item: Item, _ bytes: Bytes?, _ heif: HEIFFile) -> Bool {
    guard let bytes, let grid = try? ImageGrid(decoding: bytes), grid.version == 0, grid.flags < 2
    else { return false }
    let size = item.property(ImageSpatialExtentsProperty.self)
    return grid.rows * grid.columns == heif.targets("dimg", from: item.id).count
      && (size == nil || size?.width == grid.outputWidth && size?.height == grid.outputHeight)
  }
}
