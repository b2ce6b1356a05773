package import ISOBMFF

/// The smallest HEIF file around one coded image.
package struct SingleImageFile {
  /// The type of the image: `hvc1`, `unci`.
  package var type: FourCC
  /// The properties that a reader needs: the size, the decoder configuration, the colours, and the rotation, in the
  /// order in which they are applied.
  package var properties: [Item.Property]
  /// A brand that files with such images have.
  package var brand: FourCC
  /// The payload of an item of Exif metadata; empty for none.
  package var exif: [UInt8] = []

  package init(_ type: FourCC, _ properties: [Item.Property], brand: FourCC) {
    self.type = type
    self.properties = properties
    self.brand = brand
  }

  private static let (image, metadata): (UInt32, UInt32) = (1, 2)

  /// All bytes before the data of the image, which is at the end of the file.
  package func start(dataCount: Int) throws(FieldError) -> [UInt8] {
    var file = BoxFile(Bytes())
    file.boxes = boxes(offset: 0, count: dataCount)
    // The size does not change with the offset.
    let offset = try file.encoded().count + 16
    file.boxes = boxes(offset: offset, count: dataCount)
    let size = UInt64(dataCount) + 16
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
    if !exif.isEmpty { meta.children.append(reference) }
    meta.children.append(itemProperties)
    if !exif.isEmpty, exifOffset == nil {
      meta.children.append(Box(type: "idat", opaque: Bytes(exif)))
    }
    return Box(meta)
  }

  private func location(_ offset: Int, _ count: Int, _ exifOffset: Int?) -> Box {
    func place(_ id: UInt32, _ offset: Int, _ count: Int) -> ItemLocationBox.Item {
      var extent = ItemLocationBox.Extent()
      extent.offset = UInt64(offset)
      extent.length = UInt64(count)
      var place = ItemLocationBox.Item()
      place.id = id
      place.extents = [extent]
      return place
    }
    var location = ItemLocationBox()
    location.items = [place(Self.image, offset, count)]
    if !exif.isEmpty {
      var metadata = place(Self.metadata, exifOffset ?? 0, exif.count)
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
    if !exif.isEmpty { info.children.append(entry(Self.metadata, "Exif")) }
    return Box(info)
  }

  /// The metadata describes the image.
  private var reference: Box {
    var reference = SingleItemTypeReferenceBox()
    reference.fromItemID = Self.metadata
    reference.toItemIDs = [Self.image]
    var references = ItemReferenceBox()
    references.children = [Box(type: "cdsc", reference, in: .itemReferences)]
    return Box(references)
  }

  private var itemProperties: Box {
    var entries = ItemPropertyAssociationBox.Entry()
    entries.itemID = Self.image
    entries.associations = properties.enumerated().map { index, property in
      var association = ItemPropertyAssociationBox.Association()
      association.isEssential = property.isEssential
      association.propertyIndex = UInt16(index + 1)
      return association
    }
    var associations = ItemPropertyAssociationBox()
    associations.entries = [entries]
    return .container(
      "iprp", [.container("ipco", properties.map(\.box)), Box(associations)])
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
