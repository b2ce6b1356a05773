public import ISOBMFF

extension HEIFFile {
  /// What a decoder must do to show an item (ISO/IEC 23008-12 §6.5, §6.6).
  ///
  /// Throws if the item is not an image that we can plan, if its parts contradict each other, or if
  /// it has an essential property that we do not know.
  public func plan(for id: UInt32) throws(FieldError) -> ImagePlan {
    var imagesLeft = HEIFFile.mostImages
    return try plan(for: id, inside: [], &imagesLeft)
  }

  /// How many images a plan looks at. A few grids, each of which has the next as all of its tiles,
  /// stand for millions of images.
  static let mostImages = 1 << 17

  /// - Parameters:
  ///   - inside: the derived images that this one is an input of.
  ///   - imagesLeft: how many images can still be looked at.
  func plan(
    for id: UInt32, inside: [UInt32], _ imagesLeft: inout Int
  ) throws(FieldError) -> ImagePlan {
    guard let item = item(id) else { throw error(id, "does not exist") }
    imagesLeft -= 1
    guard !inside.contains(id), inside.count < 8, imagesLeft > 0 else {
      throw error(id, "is derived from itself")
    }
    if item.entry.protectionIndex != 0 { throw error(id, "is encrypted") }
    var plan: ImagePlan
    switch item.type {
    case "grid":
      plan = try gridPlan(for: item, of: targets("dimg", from: id), inside, &imagesLeft)
    case "iovl": plan = try overlayPlan(for: item, inside, &imagesLeft)
    case "iden", "tmap":
      let inputs = targets("dimg", from: id)
      // A tone-mapped image shows its first input on displays without high dynamic range.
      guard let input = inputs.first else { throw error(id, "has no input") }
      guard inputs.count == 1 || item.type == "tmap" else {
        throw error(id, "is an identity derivation of \(inputs.count) images instead of one")
      }
      let base = try self.plan(for: input, inside: inside + [id], &imagesLeft)
      // What a tone-mapped image states of its size describes its input as it is displayed.
      if item.type == "tmap" { return base }
      plan = base
    default:
      guard let coding = Coding(itemType: item.type) else { throw cannotBeDecoded(item) }
      plan = try codedPlan(for: item, coding)
      try addReferences(of: item, to: &plan)
    }
    try checkEssentialProperties(of: item)
    // What an overlay states of its colours is not how it is put together.
    if plan.colour == nil, plan.overlay == nil { plan.colour = item.colour }
    if plan.peakLuminance == 0 { plan.peakLuminance = item.peakLuminance }
    // Alpha is a share of the whole range of samples, unless the container says otherwise.
    let urn = item.property(AuxiliaryTypeProperty.self)?.auxType.string
    if plan.colour == nil, let urn, AuxiliaryKind(urn: urn) == .alpha {
      plan.codedColour.isFullRange = true
    }
    plan.transforms += try transforms(of: item, plan.displaySize)
    plan.sampleShape = item.sampleShape ?? plan.sampleShape
    return plan
  }

  /// What is done with an item's picture, which has that size before.
  func transforms(
    of item: Item, _ size: ImagePlan.Size
  ) throws(FieldError) -> [ImagePlan.Transform] {
    var size = size
    var transforms: [ImagePlan.Transform] = []
    for property in item.properties {
      if let transform = try transform(property.box, size, item) {
        transforms.append(transform)
        size = transform.size(of: size)
      }
    }
    return transforms
  }

  /// A palette, and channels in another order or for opacity (ISO/IEC 15444-16, `j2kH`).
  private func refuseChannels(of item: Item) throws(FieldError) {
    let parts = item.properties.first { $0.box.type == "j2kH" }?.box.children ?? []
    if parts.contains(where: { $0.type == "pclr" || $0.type == "cmap" }) {
      throw error(item.id, "is a JPEG 2000 image with a palette, which cannot be decoded yet")
    }
    // Number, type and association of each: 0 is a colour, and the first of them has number 1.
    let channels = parts.first(ChannelDefinitionBox.self)?.channels ?? FieldTable()
    let isUsual = (0..<channels.count).allSatisfy {
      channels[$0, 1] == 0 && channels[$0, 2] == channels[$0, 0] + 1
    }
    guard isUsual else {
      throw error(
        item.id,
        "is a JPEG 2000 image with channels for opacity, or in another order,"
          + " which cannot be decoded yet")
    }
  }

  private func cannotBeDecoded(_ item: Item) -> FieldError {
    error(
      item.id,
      "is \(ItemType.title(item.type).map { "an item of type \(item.type) (\($0))" } ?? "of the type \(item.type)"),"
        + " which cannot be decoded yet")
  }

  /// The plan of a single coded image, without its transformations.
  func codedPlan(for item: Item, _ coding: Coding) throws(FieldError) -> ImagePlan {
    guard let configuration = coding.configuration(in: item.properties.map(\.box)) else {
      let type = coding.configurationType.map { " (\($0))" } ?? ""
      throw error(item.id, "has no decoder configuration\(type)", in: "iprp")
    }
    var plan = ImagePlan()
    plan.coding = coding
    plan.tileSize = try codedSize(of: item)
    plan.canvas = plan.tileSize
    // A decoder makes room for what the bitstream says, and all others for what the container says.
    if let size = coding.sizes(configuration).first(where: { $0 != plan.tileSize }) {
      throw error(
        item.id,
        "is coded as \(size.width) × \(size.height), but the container says "
          + "\(plan.tileSize.width) × \(plan.tileSize.height)", in: "iprp")
    }
    plan.configurations = [configuration]
    var image = ImagePlan.CodedImage()
    do throws(FieldError) { image.extents = try extents(of: item.id) } catch {
      guard allowsLoss else { throw error }
      image.isLost = true
      image.extents = extentsInFile(of: item)
    }
    plan.tiles = [image]
    if coding == .jpeg2000 { try refuseChannels(of: item) }
    plan.codedColour = coding.colour(configuration) { try? data(of: item.id) }
    if let format = try uncompressedFormat(of: item) {
      plan.codedColour = CodingIndependentCodePoints(format.colours)
      plan.takeUnits(of: item)
    }
    return plan
  }

  /// - Parameter tiles: those that it refers to, or others in their places.
  func gridPlan(
    for item: Item, of tiles: [UInt32], _ inside: [UInt32], _ imagesLeft: inout Int
  ) throws(FieldError) -> ImagePlan {
    let grid: ImageGrid
    do throws(FieldError) { grid = try ImageGrid(decoding: try data(of: item.id)) } catch {
      throw error.nested(in: "grid item \(item.id)")
    }
    guard grid.version == 0 else {
      throw error(item.id, "is a grid of the unknown version \(grid.version)")
    }
    guard tiles.count == grid.rows * grid.columns else {
      throw error(
        item.id,
        "is a grid of \(grid.columns) by \(grid.rows) tiles, but refers to "
          + counted(tiles.count, "tile"))
    }
    var plan = ImagePlan()
    var plans: [UInt32: ImagePlan] = [:]
    for (index, id) in tiles.enumerated() {
      guard self.item(id) != nil else { throw error(id, "does not exist, but is a tile") }
      let tile: ImagePlan
      if let plan = plans[id] {
        // It is not planned once more, but makes the picture larger.
        (tile, imagesLeft) = (plan, imagesLeft - plan.tiles.count)
      } else {
        tile = try self.plan(for: id, inside: inside + [item.id], &imagesLeft)
        plans[id] = tile
      }
      guard imagesLeft > 0 else { throw error(item.id, "has too many tiles") }
      guard tile.overlay == nil else {
        throw error(id, "is a tile that is an overlay, which is not supported")
      }
      guard tile.transforms.isEmpty else {
        throw error(id, "is a tile with a transformation, which is not supported")
      }
      // A tile may be a grid itself, if its own tiles fill it.
      guard tile.isFilled else {
        throw error(
          id, "is a tile that is a grid whose own tiles reach over its edge, which is not supported"
        )
      }
      if index == 0 {
        plan = tile
        plan.tiles = []
        plan.configurations = []
      }
      guard tile.canvas == plan.canvas else {
        throw error(id, "is a tile of another size than the first")
      }
      guard tile.coding == plan.coding else {
        throw error(
          id, "is a tile coded in \(tile.coding.title), but the first is in \(plan.coding.title)")
      }
      guard tile.columns == plan.columns, tile.rows == plan.rows else {
        throw error(id, "is a tile that is made of other tiles than the first")
      }
      plan.add(tile)
    }
    plan.arrange(columns: grid.columns, rows: grid.rows)
    plan.canvas = ImagePlan.Size(width: Int(grid.outputWidth), height: Int(grid.outputHeight))
    plan.colour = item.colour ?? plan.colour
    if item.peakLuminance > 0 { plan.peakLuminance = item.peakLuminance }
    guard plan.tileSize.width * plan.columns >= plan.canvas.width,
      plan.tileSize.height * plan.rows >= plan.canvas.height,
      plan.canvas.width > 0, plan.canvas.height > 0
    else {
      throw error(
        item.id,
        "is a grid of \(plan.canvas.width)x\(plan.canvas.height), which its tiles do not cover")
    }
    return plan
  }

  private func overlayPlan(
    for item: Item, _ inside: [UInt32], _ imagesLeft: inout Int
  ) throws(FieldError) -> ImagePlan {
    let payload: ImageOverlay
    do throws(FieldError) { payload = try ImageOverlay(decoding: try data(of: item.id)) } catch {
      throw error.nested(in: "overlay item \(item.id)")
    }
    guard payload.version == 0 else {
      throw error(item.id, "is an overlay of the unknown version \(payload.version)")
    }
    let inputs = targets("dimg", from: item.id)
    guard !inputs.isEmpty, inputs.count == payload.offsets.count else {
      throw error(
        item.id,
        "is an overlay of \(counted(payload.offsets.count, "place")), but refers to "
          + counted(inputs.count, "image"))
    }
    guard payload.outputWidth > 0, payload.outputHeight > 0 else {
      throw error(item.id, "is an overlay without any size")
    }
    var plan = ImagePlan()
    plan.canvas = ImagePlan.Size(
      width: Int(payload.outputWidth), height: Int(payload.outputHeight))
    var overlay = ImagePlan.Overlay()
    overlay.fill = payload.canvasFillValue
    for (id, offset) in zip(inputs, payload.offsets) {
      var layer = ImagePlan.Layer()
      layer.plan = try self.plan(for: id, inside: inside + [item.id], &imagesLeft)
      layer.x = Int(offset.horizontal)
      layer.y = Int(offset.vertical)
      if let opacity = try opacityPlan(of: id, inside: inside + [item.id], &imagesLeft) {
        layer.alpha = opacity.plan
        layer.isPremultiplied = opacity.isPremultiplied
        guard layer.alpha?.displaySize == layer.plan.displaySize else {
          throw error(id, "has another size than its transparency")
        }
      }
      guard layer.plan.overlay == nil, layer.alpha?.overlay == nil else {
        throw error(id, "is an overlay in an overlay, which is not supported")
      }
      let (first, colour) = (overlay.layers.first?.plan.sampleColour, layer.plan.sampleColour)
      guard first == nil || first?.hasColours(of: colour) == true,
        iccProfile(of: id) == iccProfile(of: inputs[0])
      else {
        throw error(
          id, "has other colours than the first image of its overlay, which is not supported")
      }
      overlay.layers.append(layer)
    }
    plan.codedColour = overlay.layers[0].plan.sampleColour
    plan.codedColour.matrixCoefficients = 0
    plan.codedColour.isFullRange = true
    plan.peakLuminance = overlay.layers.map(\.plan.peakLuminance).max() ?? 0
    plan.overlay = overlay.withVisibleLayers(on: plan.canvas)
    return plan
  }

  private func codedSize(of item: Item) throws(FieldError) -> ImagePlan.Size {
    guard let size = item.statedSize else { throw error(item.id, "has no size (ispe)", in: "iprp") }
    guard size.width > 0, size.height > 0 else {
      throw error(item.id, "has an empty size (ispe)", in: "iprp")
    }
    return size
  }

  /// The transformation that a property stands for; nil if it is none, or changes nothing.
  private func transform(
    _ box: Box, _ size: ImagePlan.Size, _ item: Item
  ) throws(FieldError) -> ImagePlan.Transform? {
    let transform = ImagePlan.Transform(box, of: size)
    if transform == nil, box.type == "clap", box[CleanApertureBox.self]?.crop(of: size) == nil {
      throw error(
        item.id, "has a clean aperture (clap) that is not inside of the picture", in: "iprp")
    }
    return transform
  }
}

extension ImagePlan.Transform {
  /// The transformation of a picture that a property stands for; nil if it is none, or changes
  /// nothing.
  public init?(_ property: Box, of size: ImagePlan.Size) {
    if let rotation = property[ImageRotation.self], rotation.angle != 0 {
      self = .rotate(quarterTurns: Int(rotation.angle))
    } else if let mirror = property[ImageMirror.self] {
      self = mirror.axis == 0 ? .flipVertically : .flipHorizontally
    } else if let crop = property[CleanApertureBox.self]?.crop(of: size),
      crop != .crop(x: 0, y: 0, width: size.width, height: size.height)
    {
      self = crop
    } else {
      return nil
    }
  }
}

extension ImagePlan {
  /// Whether the tiles make up the picture and reach over no edge.
  fileprivate var isFilled: Bool {
    tileSize.width * columns == canvas.width && tileSize.height * rows == canvas.height
  }

  /// Adds the coded images of a part.
  fileprivate mutating func add(_ part: ImagePlan) {
    let indices = part.configurations.map { needed in
      if let index = configurations.lastIndex(of: needed) { return index }
      configurations.append(needed)
      return configurations.count - 1
    }
    for var image in part.tiles {
      image.configuration = indices[image.configuration]
      tiles.append(image)
    }
  }

  /// Puts parts that were added one after the other side by side: each has ``columns`` and ``rows``
  /// of its own, and they stand in as many as are given.
  fileprivate mutating func arrange(columns outerColumns: Int, rows outerRows: Int) {
    let (innerColumns, innerRows) = (columns, rows)
    columns *= outerColumns
    rows *= outerRows
    guard innerColumns * innerRows > 1 else { return }
    tiles = (0..<rows * columns).map { place in
      let (row, column) = (place / columns, place % columns)
      let part = row / innerRows * outerColumns + column / innerColumns
      return tiles[
        part * innerRows * innerColumns + row % innerRows * innerColumns + column % innerColumns]
    }
  }
}

extension CodingIndependentCodePoints {
  /// Whether colours mean the same, however they are coded.
  fileprivate func hasColours(of other: CodingIndependentCodePoints) -> Bool {
    colourPrimaries == other.colourPrimaries
      && transferCharacteristics == other.transferCharacteristics
  }
}
