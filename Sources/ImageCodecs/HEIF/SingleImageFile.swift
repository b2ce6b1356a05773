import FieldCoding
import HEIF
import ISOBMFF

/// The smallest HEIF file around one coded image, for a decoder that takes files only.
enum SingleImageFile {
  /// - Parameters:
  ///   - data: the coded image, as an item of a file has it.
  ///   - configuration: the box that says how to set up the decoder.
  static func bytes(
    _ type: FourCC, _ data: [UInt8], _ configuration: Box, size: ImagePlan.Size,
    _ colour: CodingIndependentCodePoints
  ) throws(CodecError) -> [UInt8] {
    var file = BoxFile(Bytes())
    do throws(FieldError) {
      file.boxes = boxes(type, configuration, size, colour, offset: 0, count: data.count)
      // The media data follows these boxes, whose size does not change with the offset.
      let offset = try file.encoded().count + 8
      file.boxes =
        boxes(type, configuration, size, colour, offset: offset, count: data.count)
        + [Box(type: "mdat", opaque: Bytes(data))]
      return try file.encoded().bytes
    } catch {
      throw CodecError("no file can be made of the coded image: \(error)")
    }
  }

  private static func boxes(
    _ type: FourCC, _ configuration: Box, _ size: ImagePlan.Size,
    _ colour: CodingIndependentCodePoints, offset: Int, count: Int
  ) -> [Box] {
    var fileType = FileTypeBox()
    fileType.compatibleBrands = ["mif1", type == "av01" ? "avif" : "heic"]
    var primary = PrimaryItemBox()
    primary.itemID = 1
    var entry = ItemInfoEntry()
    entry.itemID = 1
    entry.itemType = type
    var info = ItemInfoBox()
    info.children = [Box(entry)]
    var extent = ItemLocationBox.Extent()
    extent.offset = UInt64(offset)
    extent.length = UInt64(count)
    var place = ItemLocationBox.Item()
    place.id = 1
    place.extents = [extent]
    var location = ItemLocationBox()
    location.items = [place]
    var extents = ImageSpatialExtentsProperty()
    extents.width = UInt32(clamping: size.width)
    extents.height = UInt32(clamping: size.height)
    var colours = ColourInformationBox()
    colours.colourPrimaries = colour.colourPrimaries
    colours.transferCharacteristics = colour.transferCharacteristics
    colours.matrixCoefficients = colour.matrixCoefficients
    colours.isFullRange = colour.isFullRange
    var container = ContainerBox()
    container.children = [configuration, Box(extents), Box(colours)]
    var entries = ItemPropertyAssociationBox.Entry()
    entries.itemID = 1
    entries.associations = [(true, 1), (false, 2), (false, 3)].map { isEssential, index in
      var association = ItemPropertyAssociationBox.Association()
      association.isEssential = isEssential
      association.propertyIndex = UInt16(index)
      return association
    }
    var associations = ItemPropertyAssociationBox()
    associations.entries = [entries]
    var properties = ContainerBox()
    properties.children = [Box(type: "ipco", container), Box(associations)]
    var meta = MetaBox()
    meta.children = [
      Box(HandlerBox()), Box(primary), Box(location), Box(info), Box(type: "iprp", properties),
    ]
    return [Box(fileType), Box(meta)]
  }
}
