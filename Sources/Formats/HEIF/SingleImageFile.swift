package import ISOBMFF

/// The smallest HEIF file around one coded image, with its alpha if it has one.
package struct SingleImageFile {
  /// The alpha of the image, an image of the same type whose data follows that of the image.
  package struct Alpha {
    /// The properties that a reader needs, as for the image; that of its kind is added.
    package var properties: [Item.Property]
    /// The number of bytes of its data.
    package var dataCount: Int
    /// Whether the colours of the image are multiplied by it.
    package var isPremultiplied: Bool

    package init(_ properties: [Item.Property], dataCount: Int, isPremultiplied: Bool) {
      (self.properties, self.dataCount) = (properties, dataCount)
      self.isPremultiplied = isPremultiplied
    }
  }

  /// The type of the image: `hvc1`, `unci`.
  package var type: FourCC
  /// The properties that a reader needs: the size, the decoder configuration, the colours, and the rotation, in the
  /// order in which they are applied.
  package var properties: [Item.Property]
  /// A brand that files with such images have.
  package var brand: FourCC
  /// The payload of an item of Exif metadata; empty for none.
  package var exif: [UInt8] = []
  /// Nil if the image is opaque, or has its alpha itself.
  package var alpha: Alpha?

  package init(_ type: FourCC, _ properties: [Item.Property], brand: FourCC) {
    self.type = type
    self.properties = properties
    self.brand = brand
  }

  private static let (image, metadata, opacity): (UInt32, UInt32, UInt32) = (1, 2, 3)

  /// All bytes before the data of the image, which is at the end of the file.
  package func start(dataCount: Int) throws(FieldError) -> [UInt8] {
    var file = BoxFile(Bytes())
    file.boxes = boxes(offset: 0, count: dataCount)
    // The size does not change with the offset.
    let offset = try file.encoded().count + 16
    file.boxes = boxes(offset: offset, count: dataCount)
    let size = UInt64(dataCount + (alpha?.dataCount ?? 0)) + 16
    return try file.encoded().bytes + [0, 0, 0, 1] + Array("mdat".utf8)
      + (0..<8).map { UInt8(truncatingIfNeeded: size >> (56 - $0 * 8)) }
  }

  private func boxes(offset: Int, count: Int) -> [Box] {
    var fileType = FileTypeBox()
    fileType.compatibleBrands = ["mif1", brand]
    return [Box(fileType), meta(offset: offset, count: count)]
  }

  /// The metadata of the image that a reader needs.
  ///
  /// - Parameters:
  ///   - offset: the offset of its data in the file.
  ///   - count: the number of bytes of its data.
  ///   - exifOffset: the offset of the Exif metadata in the file; nil if it is in the box, where some readers
  ///     do not find it.
  package func meta(offset: Int, count: Int, exifOffset: Int? = nil) -> Box {
    var primary = PrimaryItemBox()
    primary.itemID = Self.image
    var meta = MetaBox()
    meta.children = [Box(HandlerBox()), Box(primary), location(offset, count, exifOffset), info]
    if !exif.isEmpty || alpha != nil { meta.children.append(references) }
    meta.children.append(itemProperties)
    if !exif.isEmpty, exifOffset == nil {
      meta.children.append(Box(type: "idat", opaque: Bytes(exif)))
    }
    return Box(meta)
  }

  private func location(_ offset: Int, _ count: Int, _ exifOffset: Int?) -> Box {
    func entry(_ id: UInt32, _ offset: Int, _ count: Int) -> ItemLocationBox.Item {
      var extent = ItemLocationBox.Extent()
      extent.offset = UInt64(offset)
      extent.length = UInt64(count)
      var item = ItemLocationBox.Item()
      item.id = id
      item.extents = [extent]
      return item
    }
    var location = ItemLocationBox()
    location.items = [entry(Self.image, offset, count)]
    if let alpha { location.items.append(entry(Self.opacity, offset + count, alpha.dataCount)) }
    if !exif.isEmpty {
      var metadata = entry(Self.metadata, exifOffset ?? 0, exif.count)
      if exifOffset == nil {
        metadata.constructionMethod = 1
        location.header.version = 1
      }
      location.items.append(metadata)
    }
    return Box(location)
  }

  private var info: Box {
    func entry(_ id: UInt32, _ type: FourCC) -> Box {
      var entry = ItemInfoEntry()
      entry.itemID = id
      entry.itemType = type
      return Box(entry)
    }
    var info = ItemInfoBox()
    info.children = [entry(Self.image, type)]
    if alpha != nil { info.children.append(entry(Self.opacity, type)) }
    if !exif.isEmpty { info.children.append(entry(Self.metadata, "Exif")) }
    return Box(info)
  }

  /// The metadata describes the image, and the alpha belongs to it.
  private var references: Box {
    func reference(_ type: FourCC, _ from: UInt32, _ to: UInt32) -> Box {
      var reference = SingleItemTypeReferenceBox()
      reference.fromItemID = from
      reference.toItemIDs = [to]
      return Box(type: type, reference, in: .itemReferences)
    }
    var references = ItemReferenceBox()
    if !exif.isEmpty { references.children.append(reference("cdsc", Self.metadata, Self.image)) }
    if let alpha {
      references.children.append(reference("auxl", Self.opacity, Self.image))
      if alpha.isPremultiplied {
        references.children.append(reference("prem", Self.image, Self.opacity))
      }
    }
    return Box(references)
  }

  private var itemProperties: Box {
    var boxes: [Box] = []
    var associations = ItemPropertyAssociationBox()
    func add(_ properties: [Item.Property], to id: UInt32) {
      var entry = ItemPropertyAssociationBox.Entry()
      entry.itemID = id
      entry.associations = properties.map { property in
        boxes.append(property.box)
        var association = ItemPropertyAssociationBox.Association()
        association.isEssential = property.isEssential
        association.propertyIndex = UInt16(clamping: boxes.count)
        return association
      }
      associations.entries.append(entry)
    }
    add(properties, to: Self.image)
    if let alpha {
      var kind = AuxiliaryTypeProperty()
      kind.auxType = Text(AuxiliaryKind.alphaURN)
      add([Item.Property(Box(kind), isEssential: true)] + alpha.properties, to: Self.opacity)
    }
    return .container("iprp", [.container("ipco", boxes), Box(associations)])
  }
}

extension ImagePlan.Size {
  /// The size as a property of an item (`ispe`).
  package var property: Box {
    var extents = ImageSpatialExtentsProperty()
    extents.width = UInt32(clamping: width)
    extents.height = UInt32(clamping: height)
    return Box(extents)
  }
}

extension CodingIndependentCodePoints {
  /// The numbers as a property of an item (`colr`).
  package var property: Box {
    var colours = ColourInformationBox()
    colours.colourPrimaries = colourPrimaries
    colours.transferCharacteristics = transferCharacteristics
    colours.matrixCoefficients = matrixCoefficients
    colours.isFullRange = isFullRange
    return Box(colours)
  }
}
