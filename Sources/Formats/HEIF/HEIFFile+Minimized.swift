public import ISOBMFF

extension HEIFFile {
  /// Reads the items of a file in either form: those that it states one by one, or those that are equivalent to an
  /// image in the minimised form.
  ///
  /// Nil if the file has neither.
  public init?(expanding file: BoxFile) {
    guard let items = HEIFFile(file) ?? HEIFFile(minimized: file) else { return nil }
    self = items
  }

  /// Makes the items that are equivalent to an image in the minimised form (ISO/IEC 23008-12 Annex O).
  ///
  /// Nil if the file has no such image. Item 1 is the image.
  public init?(minimized file: BoxFile) {
    guard let box = file.boxes.first("mini"), box.damage.isEmpty,
      let image = box[MinimizedImageBox.self]
    else { return nil }
    let brand = file.boxes.first(FileTypeBox.self).map { FourCC(rawValue: $0.minorVersion) }
    let expansion = MinimizedExpansion(image, brand: brand)
    self.init(
      file, items: expansion.items, references: expansion.references, primaryItemID: 1)
  }
}

/// The items of an image in the minimised form, with the IDs that the standard assigns.
private struct MinimizedExpansion {
  private(set) var items: [Item] = []
  private(set) var references: [HEIFFile.Reference] = []
  private let image: MinimizedImageBox
  private let itemType: FourCC

  init(_ image: MinimizedImageBox, brand: FourCC?) {
    self.image = image
    let types = image.codec ?? brand.flatMap { MinimizedImageBox.CodecTypes(brand: $0) }
    itemType = types?.itemType ?? "mini"
    addPicture()
    addAlpha()
    addGainMap()
    addMetadata()
  }

  private var size: Box { box(width: image.widthMinusOne, height: image.heightMinusOne) }

  private func box(width: UInt16, height: UInt16) -> Box {
    var size = ImageSpatialExtentsProperty()
    size.width = UInt32(width) + 1
    size.height = UInt32(height) + 1
    return Box(size)
  }

  /// The decoder configuration; if there is none, it is that of the image.
  private func configuration(_ bytes: Bytes) -> [Box] {
    let bytes = bytes.isEmpty ? image.codecConfiguration : bytes
    switch Codec(itemType: itemType) {
    case .hevc?: return (try? HEVCConfigurationBox(decoding: bytes)).map { [Box($0)] } ?? []
    case .avc?: return (try? AVCConfigurationBox(decoding: bytes)).map { [Box($0)] } ?? []
    case .av1?: return (try? AV1CodecConfigurationBox(decoding: bytes)).map { [Box($0)] } ?? []
    // Others have no minimised form.
    case .jpeg?, .png?, .uncompressed?, .jpeg2000?, .other?, nil: return []
    }
  }

  private func colour(
    _ primaries: UInt8, _ transfer: UInt8, _ matrix: UInt8, isFullRange: Bool
  ) -> Box {
    var colour = ColourInformationBox()
    colour.colourPrimaries = UInt16(primaries)
    colour.transferCharacteristics = UInt16(transfer)
    colour.matrixCoefficients = UInt16(matrix)
    colour.isFullRange = isFullRange
    return Box(colour)
  }

  /// The orientation as `irot` and `imir`; the rotation comes first.
  private var orientation: [Box] {
    func rotation(_ angle: UInt8) -> Box {
      var box = ImageRotation()
      box.angle = angle
      return Box(box)
    }
    func mirror(_ axis: UInt8) -> Box {
      var box = ImageMirror()
      box.axis = axis
      return Box(box)
    }
    switch image.orientationMinusOne + 1 {
    case 2: return [mirror(1)]
    case 3: return [rotation(2)]
    case 4: return [mirror(0)]
    case 5: return [rotation(1), mirror(0)]
    case 6: return [rotation(3)]
    case 7: return [rotation(3), mirror(0)]
    case 8: return [rotation(1)]
    default: return []
    }
  }

  private mutating func add(_ id: UInt32, _ type: FourCC, _ data: Bytes, _ properties: [Box]) {
    let start = data.fileOffset
    items.append(Item(id, type, data: start..<start + data.count, properties))
  }

  private mutating func addPicture() {
    var properties = [size] + configuration(image.codecConfiguration)
    if let stated = image.colour {
      properties.append(
        colour(
          stated.colourPrimaries, stated.transferCharacteristics, stated.matrixCoefficients,
          isFullRange: image.isFullRange))
    } else {
      // The default is sRGB, unless there is a profile.
      let isGrey = image.chroma.subsampling == 0
      properties.append(
        colour(
          image.hasProfile ? 2 : 1, image.hasProfile ? 2 : 13, isGrey ? 2 : 6,
          isFullRange: image.isFullRange))
    }
    if image.hasProfile {
      var profile = ColourInformationBox()
      profile.colourType = "prof"
      profile.iccProfile = image.iccProfile
      properties.append(Box(profile))
    }
    if let level = image.hdr?.light.contentLightLevel { properties.append(Box(level)) }
    if let display = image.hdr?.light.masteringDisplay { properties.append(Box(display)) }
    add(1, itemType, image.imageData, properties + orientation)
  }

  private mutating func addAlpha() {
    guard image.isAlphaPremultiplied != nil, !image.alphaData.isEmpty else { return }
    var kind = AuxiliaryTypeProperty()
    kind.auxType = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"
    let properties = [size] + configuration(image.alphaCodecConfiguration) + [Box(kind)]
    add(2, itemType, image.alphaData, properties + orientation)
    references.append(HEIFFile.Reference(type: "auxl", from: 2, to: [1]))
  }

  private mutating func addGainMap() {
    guard let gainMap = image.hdr?.gainMap, !image.gainMapData.isEmpty else { return }
    let own = gainMap.size.map { box(width: $0.widthMinusOne, height: $0.heightMinusOne) }
    let stated = colour(2, 2, gainMap.matrixCoefficients, isFullRange: gainMap.isFullRange)
    let properties = [own ?? size, stated] + configuration(image.gainMapCodecConfiguration)
    add(4, itemType, image.gainMapData, properties + orientation)
    add(3, "tmap", image.gainMapMetadata, [size] + orientation)
    references.append(HEIFFile.Reference(type: "dimg", from: 3, to: [1, 4]))
  }

  /// Adds Exif and XMP. Compressed metadata gets another type, so that readers do not take it for Exif or XMP.
  private mutating func addMetadata() {
    let isPlain = !image.isMetadataCompressed
    if image.hasExif, isPlain { add(6, "Exif", image.exif, []) }
    if image.hasExif, !isPlain { add(6, mime: "Exif metadata, compressed", image.exif) }
    if image.hasXMP {
      let type = "application/rdf+xml"
      add(7, mime: isPlain ? type : "\(type), compressed", image.xmp)
    }
    for item in items where [6, 7].contains(item.id) {
      references.append(HEIFFile.Reference(type: "cdsc", from: item.id, to: [1]))
    }
  }

  private mutating func add(_ id: UInt32, mime type: String, _ data: Bytes) {
    add(id, "mime", data, [])
    guard let item = items.popLast() else { return }
    var entry = item.entry
    entry.contentType = Text(type)
    items.append(Item(entry: entry, location: item.location, properties: []))
  }
}
