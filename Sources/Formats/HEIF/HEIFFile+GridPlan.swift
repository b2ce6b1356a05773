import ISOBMFF

extension HEIFFile {
  /// The plan of tiles side by side.
  ///
  /// - Parameter tiles: the tiles of the grid, or other images instead of them.
  func gridPlan(
    for item: Item, of tiles: [UInt32], _ inside: [UInt32], _ budget: inout PlanBudget
  ) throws(FieldError) -> ImagePlan {
    let grid = try self.grid(of: item, tileCount: tiles.count)
    var plan = ImagePlan()
    var plans: [UInt32: ImagePlan] = [:]
    for (index, id) in tiles.enumerated() {
      guard self.item(id) != nil else { throw error(id, "does not exist, but is a tile") }
      let tile: ImagePlan
      if let plan = plans[id] {
        // The tile is not planned again, but still counts.
        tile = plan
        budget.images -= plan.tiles.count
        if let excess = budget.pay(for: plan) { throw error(id, excess) }
      } else {
        tile = try self.plan(for: id, inside: inside + [item.id], &budget)
        plans[id] = tile
      }
      guard budget.images > 0 else { throw error(item.id, "has too many tiles") }
      try checkTile(tile, id)
      if index == 0 {
        plan = tile
        plan.tiles = []
        plan.configurations = []
      }
      try checkTile(tile, id, isLike: plan)
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

  private func grid(of item: Item, tileCount: Int) throws(FieldError) -> ImageGrid {
    let grid: ImageGrid
    do throws(FieldError) { grid = try ImageGrid(decoding: try data(of: item.id)) } catch {
      throw error.nested(in: "grid item \(item.id)")
    }
    guard grid.version == 0 else {
      throw error(item.id, "is a grid of the unknown version \(grid.version)")
    }
    guard tileCount == grid.rows * grid.columns else {
      throw error(
        item.id,
        "is a grid of \(grid.columns) by \(grid.rows) tiles, but refers to "
          + counted(tileCount, "tile"))
    }
    return grid
  }

  /// Throws for an image that cannot be a tile.
  private func checkTile(_ tile: ImagePlan, _ id: UInt32) throws(FieldError) {
    guard tile.overlay == nil else {
      throw error(id, "is a tile that is an overlay, which is not supported")
    }
    guard tile.transforms.isEmpty else {
      throw error(
        id,
        "is a tile that is rotated, mirrored or cropped by itself, which is not supported: programs "
          + "differ in the picture that they show")
    }
    // A tile may be a grid itself, if its own tiles fill it.
    guard tile.isFilled else {
      throw error(
        id, "is a tile that is a grid whose own tiles reach over its edge, which is not supported"
      )
    }
  }

  /// Throws for a tile that does not match the first.
  private func checkTile(
    _ tile: ImagePlan, _ id: UInt32, isLike first: ImagePlan
  ) throws(FieldError) {
    guard tile.canvas == first.canvas else {
      throw error(id, "is a tile of another size than the first")
    }
    guard tile.codec == first.codec else {
      throw error(
        id, "is a tile coded in \(tile.codec.title), but the first is in \(first.codec.title)")
    }
    guard tile.columns == first.columns, tile.rows == first.rows else {
      throw error(id, "is a tile that is made of other tiles than the first")
    }
  }
}

extension ImagePlan {
  /// Whether the tiles cover the image exactly.
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

  /// Arranges parts that were added one after the other side by side. Each part has its own ``columns`` and ``rows``,
  /// and the parts form a grid of the columns and rows that are passed.
  fileprivate mutating func arrange(columns outerColumns: Int, rows outerRows: Int) {
    let (innerColumns, innerRows) = (columns, rows)
    columns *= outerColumns
    rows *= outerRows
    guard innerColumns * innerRows > 1 else { return }
    tiles = (0..<rows * columns).map { index in
      let (row, column) = (index / columns, index % columns)
      let part = row / innerRows * outerColumns + column / innerColumns
      return tiles[
        part * innerRows * innerColumns + row % innerRows * innerColumns + column % innerColumns]
    }
  }
}

extension HEIFFile {
  /// The plan of images that are put on a canvas, one over the other.
  func overlayPlan(
    for item: Item, _ inside: [UInt32], _ budget: inout PlanBudget
  ) throws(FieldError) -> ImagePlan {
    let inputs = targets("dimg", from: item.id)
    let payload = try self.overlay(of: item, inputCount: inputs.count)
    var plan = ImagePlan()
    plan.canvas = ImagePlan.Size(
      width: Int(payload.outputWidth), height: Int(payload.outputHeight))
    var overlay = ImagePlan.Overlay()
    overlay.fill = payload.canvasFillValue
    for (id, offset) in zip(inputs, payload.offsets) {
      var layer = try self.layer(of: id, inside: inside + [item.id], &budget)
      (layer.x, layer.y) = (Int(offset.horizontal), Int(offset.vertical))
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

  private func overlay(of item: Item, inputCount: Int) throws(FieldError) -> ImageOverlay {
    let overlay: ImageOverlay
    do throws(FieldError) { overlay = try ImageOverlay(decoding: try data(of: item.id)) } catch {
      throw error.nested(in: "overlay item \(item.id)")
    }
    guard overlay.version == 0 else {
      throw error(item.id, "is an overlay of the unknown version \(overlay.version)")
    }
    guard inputCount > 0, inputCount == overlay.offsets.count else {
      throw error(
        item.id,
        "is an overlay with \(counted(overlay.offsets.count, "offset")), but refers to "
          + counted(inputCount, "image"))
    }
    guard overlay.outputWidth > 0, overlay.outputHeight > 0 else {
      throw error(item.id, "is an overlay without any size")
    }
    return overlay
  }

  /// An image of an overlay with its transparency, at the start of the canvas.
  private func layer(
    of id: UInt32, inside: [UInt32], _ budget: inout PlanBudget
  ) throws(FieldError) -> ImagePlan.Layer {
    var layer = ImagePlan.Layer()
    layer.plan = try plan(for: id, inside: inside, &budget)
    if let opacity = try opacityPlan(of: id, inside: inside, &budget) {
      layer.alpha = opacity.plan
      layer.isPremultiplied = opacity.isPremultiplied
      guard layer.alpha?.displaySize == layer.plan.displaySize else {
        throw error(id, "has another size than its transparency")
      }
    }
    guard layer.plan.overlay == nil, layer.alpha?.overlay == nil else {
      throw error(id, "is an overlay in an overlay, which is not supported")
    }
    return layer
  }
}

extension CodingIndependentCodePoints {
  /// Whether colours have the same meaning, even if they are coded differently.
  fileprivate func hasColours(of other: CodingIndependentCodePoints) -> Bool {
    colourPrimaries == other.colourPrimaries
      && transferCharacteristics == other.transferCharacteristics
  }
}
