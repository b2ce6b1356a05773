import AV1
import FieldCoding
import HEIF
import ISOBMFF

extension Edit {
  /// Removes bytes after the last box that are no box: bytes that a transfer added, or zeros.
  mutating func removeTrailingBytes() {
    // The line that ends a part of a transfer by HTTP (RFC 2046 §5.1.1). Other bytes may have a meaning.
    let trailing = file.trailing
    let isDelimiter = trailing.starts(with: Array("\r\n--".utf8))
    guard !trailing.isEmpty, isDelimiter || trailing.count < 8 || trailing.allSatisfy({ $0 == 0 })
    else { return }
    file.trailing = Bytes()
    notes.append(
      "\(counted(trailing.count, "byte")) after the last box, at byte \(trailing.fileOffset), \(trailing.count == 1 ? "was" : "were") not a box: removed"
    )
  }

  /// The `meta` box of a photo has a version and flags (ISO/IEC 14496-12 §8.11.1), without which readers
  /// find no image. In movies it can also be that of QuickTime, which has none: readers know both.
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

  /// Gives a photo an `ftyp` box, without which programs take it for no image.
  mutating func addFileType() {
    guard file.boxes.allSatisfy({ !["ftyp", "styp", "moov", "jP  ", "JXL "].contains($0.type) }),
      let heif = HEIFFile(file), let primary = heif.primaryItem
    else { return }
    var type = FileTypeBox()
    type.majorBrand = heif.brand(of: primary)
    type.compatibleBrands = ["mif1", type.majorBrand]
    file.boxes.insert(Box(type), at: 0)
    notes.append("the ftyp box was missing: a new one has the brand '\(type.majorBrand)'")
  }

  /// The handler of the items of a photo is 'pict' (ISO/IEC 23008-12 §6.2): a file with a primary item and the brands of
  /// photos has no other one.
  mutating func nameItemHandler() {
    for index in file.boxes.indices where file.boxes[index].type == "meta" {
      var children = file.boxes[index].children
      guard let handlerIndex = children.firstIndex(where: { $0.type == "hdlr" }),
        var handler = children[handlerIndex][HandlerBox.self], handler.handlerType.rawValue == 0,
        HEIFFile(file)?.primaryItem != nil
      else { continue }
      handler.handlerType = "pict"
      children[handlerIndex][HandlerBox.self] = handler
      file.boxes[index].children = children
      notes.append("the meta box of the photo did not say that its items are pictures: it does now")
    }
  }

  /// An AV1 image has a sequence header, which determines its configuration (AV1 Image File Format §2.1).
  mutating func correctImageConfigurations() {
    guard let heif = HEIFFile(file), let meta = file.boxes.firstIndex(where: { $0.type == "meta" })
    else { return }
    var corrected = 0
    file.boxes[meta].change(["iprp", "ipco"]) { list in
      var properties = list.children
      for index in properties.indices {
        guard let own = properties[index][AV1CodecConfigurationBox.self]?.record, own.version != 1,
          let origin = properties[index].origin,
          let item = heif.items.first(where: { item in
            item.properties.contains { $0.box.origin?.range == origin.range }
          }),
          let data = try? heif.data(of: item.id),
          let units = try? OpenBitstreamUnit.units(in: data),
          let header = units.first(where: { $0.header.type == .sequenceHeader }),
          let record = try? AV1CodecConfigurationRecord(units: [header])
        else { continue }
        properties[index][AV1CodecConfigurationBox.self]?.record = record
        corrected += 1
      }
      if corrected > 0 { list.children = properties }
      return corrected > 0
    }
    guard corrected > 0 else { return }
    notes.append(
      "\(counted(corrected, "configuration")) of AV1 images could not be read: made again from the sequence headers of the images"
    )
  }

  /// Descriptors of derived images are in `idat`. Some writers lose the construction method, and then the offset seems
  /// to count from the start of the file.
  mutating func findDescriptorsInItemData() throws(EditError) {
    guard let heif = HEIFFile(file), let meta = file.boxes.firstIndex(where: { $0.type == "meta" }),
      let index = file.boxes[meta].children.firstIndex(where: { $0.type == "iloc" }),
      var locations = file.boxes[meta].children[index][ItemLocationBox.self]
    else { return }
    let itemData = file.boxes[meta].children.first("idat")?.pieces.first ?? Bytes()
    var found: [UInt32] = []
    for index in locations.items.indices {
      let location = locations.items[index]
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
      locations.items[index].constructionMethod = 1
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

  /// Makes descriptors of grids that are lost: the number and the size of the tiles, and the size of the image,
  /// determine them.
  mutating func makeGridDescriptors() throws(EditError) {
    guard let heif = HEIFFile(file) else { return }
    for item in heif.items where item.type == ImageGrid.itemType {
      guard !describes(item, try? heif.data(of: item.id), heif),
        let bytes = heif.gridDescriptor(of: item)
      else { continue }
      let offset = file.addMedia(bytes)
      try changeLocations { (locations) throws(EditError) in
        locations.items.removeAll { $0.id == item.id }
        try locations.add(item.id, at: offset, count: bytes.count)
      }
      changedItems.insert(item.id)
      notes.append(
        "the descriptor of item \(item.id), a grid, was lost: its tiles determine it, and it is made again"
      )
    }
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

extension HEIFFile {
  /// The only descriptor that a grid with these tiles can have; nil if there is none.
  fileprivate func gridDescriptor(of item: Item) -> [UInt8]? {
    let tiles = targets("dimg", from: item.id)
    let sizes = tiles.map { self.item($0)?.statedSize }
    guard let size = item.property(ImageSpatialExtentsProperty.self), let tile = sizes.first ?? nil,
      sizes.allSatisfy({ $0 == tile }), tile.width > 0, tile.height > 0
    else { return nil }
    let columns = (Int(size.width) + tile.width - 1) / tile.width
    let rows = (Int(size.height) + tile.height - 1) / tile.height
    guard (1...256).contains(columns), (1...256).contains(rows), columns * rows == tiles.count
    else {
      return nil
    }
    var grid = ImageGrid()
    grid.flags = max(size.width, size.height) > UInt16.max ? 1 : 0
    (grid.columnsMinusOne, grid.rowsMinusOne) = (UInt8(columns - 1), UInt8(rows - 1))
    (grid.outputWidth, grid.outputHeight) = (size.width, size.height)
    return try? grid.encoded()
  }
}
