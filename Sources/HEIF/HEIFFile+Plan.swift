import HEVC
public import ISOBMFF

extension HEIFFile {
  /// What a decoder must do to show an item (ISO/IEC 23008-12 §6.5, §6.6).
  ///
  /// Throws if the item is not an image that we can plan, if its parts contradict each other, or if
  /// it has an essential property that we do not know.
  public func plan(for id: UInt32) throws(FieldError) -> ImagePlan {
    try plan(for: id, inside: [])
  }

  private func plan(for id: UInt32, inside: [UInt32]) throws(FieldError) -> ImagePlan {
    guard let item = item(id) else { throw error(id, "does not exist") }
    guard !inside.contains(id), inside.count < 8 else { throw error(id, "is derived from itself") }
    if item.entry.protectionIndex != 0 { throw error(id, "is encrypted") }
    var plan: ImagePlan
    switch item.type {
    case "hvc1", "hev1":
      plan = ImagePlan()
      plan.codec = item.type
      try plan.addTile(item, of: self)
      let size = try codedSize(of: item)
      plan.tileSize = size
      plan.canvas = size
    case "grid": plan = try gridPlan(for: item)
    case "iden", "tmap":
      // A tone-mapped image shows its first input on displays without high dynamic range.
      guard let input = targets("dimg", from: id).first else { throw error(id, "has no input") }
      let base = try self.plan(for: input, inside: inside + [id])
      // What a tone-mapped image states of its size describes its input as it is displayed.
      if item.type == "tmap" { return base }
      plan = base
    default:
      throw error(
        id,
        "is \(ItemType.title(item.type).map { "an item of type \(item.type) (\($0))" } ?? "of the type \(item.type)"),"
          + " which cannot be decoded yet")
    }
    try checkEssentialProperties(of: item)
    if plan.colour == nil { plan.colour = item.colour }
    if plan.peakLuminance == 0 { plan.peakLuminance = item.peakLuminance }
    for property in item.properties {
      if let transform = try transform(property.box, plan.displaySize, item) {
        plan.transforms.append(transform)
      }
    }
    return plan
  }

  private func gridPlan(for item: Item) throws(FieldError) -> ImagePlan {
    let grid: ImageGrid
    do throws(FieldError) { grid = try ImageGrid(decoding: try data(of: item.id)) } catch {
      throw error.nested(in: "grid item \(item.id)")
    }
    guard grid.version == 0 else {
      throw error(item.id, "is a grid of the unknown version \(grid.version)")
    }
    let tiles = targets("dimg", from: item.id)
    guard tiles.count == grid.rows * grid.columns else {
      throw error(
        item.id,
        "is a grid of \(grid.columns) by \(grid.rows) tiles, but refers to "
          + counted(tiles.count, "tile"))
    }
    var plan = ImagePlan()
    plan.columns = grid.columns
    plan.rows = grid.rows
    plan.canvas = ImagePlan.Size(width: Int(grid.outputWidth), height: Int(grid.outputHeight))
    plan.colour = item.colour
    for (index, id) in tiles.enumerated() {
      guard let tile = self.item(id) else { throw error(id, "does not exist, but is a tile") }
      guard tile.type == "hvc1" || tile.type == "hev1" else {
        throw error(id, "is a tile of the type \(tile.type), which cannot be decoded yet")
      }
      if index == 0 {
        plan.codec = tile.type
        plan.tileSize = try codedSize(of: tile)
        if plan.colour == nil { plan.colour = tile.colour }
      } else if try codedSize(of: tile) != plan.tileSize {
        throw error(id, "is a tile of another size than the first")
      }
      try checkEssentialProperties(of: tile)
      for property in tile.properties
      where try transform(property.box, plan.tileSize, tile) != nil {
        throw error(id, "is a tile with a transformation, which is not supported")
      }
      try plan.addTile(tile, of: self)
    }
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

  private func checkEssentialProperties(of item: Item) throws(FieldError) {
    for property in item.properties where property.isEssential {
      if !HEIFFile.understood.contains(property.box.type) {
        throw error(
          item.id, "needs the property \(property.box.type), which is essential and not understood",
          in: "iprp")
      }
      if !property.box.damage.isEmpty {
        throw error(
          item.id, "needs the property \(property.box.type), which is damaged", in: "iprp")
      }
    }
  }

  /// Properties that a plan takes into account, or that change nothing about the pixels.
  private static let understood: Set<FourCC> = [
    "ispe", "pixi", "colr", "pasp", "clap", "irot", "imir", "hvcC", "auxC", "clli", "mdcv", "cclv",
    "amve", "rloc", "udes", "altt", "crtt", "mdft", "cmin", "cmex", "free", "skip",
  ]
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
  /// Adds a coded image as the next tile.
  fileprivate mutating func addTile(_ item: Item, of file: HEIFFile) throws(FieldError) {
    guard let configuration = item.property(HEVCConfigurationBox.self) else {
      throw file.error(item.id, "has no decoder configuration (hvcC)", in: "iprp")
    }
    var needed = DecoderConfiguration()
    needed.lengthSize = Int(configuration.record.lengthSizeMinusOne) + 1
    needed.parameterSets = configuration.record.arrays.flatMap { $0.nalUnits.map(Array.init) }
    var image = CodedImage()
    image.extents = try file.extents(of: item.id)
    if tiles.isEmpty {
      codedColour = CodingIndependentCodePoints(
        hevc: needed.parameterSets, lengthSize: needed.lengthSize,
        data: { try? file.data(of: item.id) })
    }
    if let index = configurations.lastIndex(of: needed) {
      image.configuration = index
    } else {
      image.configuration = configurations.count
      configurations.append(needed)
    }
    tiles.append(image)
  }
}
