import FieldCoding
import HEIF

extension ImagePlan {
  /// Throws unless tiles cover the image, and transformations stay inside of it.
  ///
  /// A plan may come from another process, so everything is checked.
  func check() throws(CodecError) {
    let sides = 1...ImagePlan.longestSide
    guard sides.contains(canvas.width), sides.contains(canvas.height) else {
      throw CodecError(
        "the image is \(grouped(canvas.width)) × \(grouped(canvas.height)), and Boxwalk converts at most \(grouped(ImagePlan.longestSide)) samples in each direction"
      )
    }
    if let overlay { try overlay.check() } else { try checkTiles() }
    var size = canvas
    for transform in transforms { size = try transform.checkedSize(of: size) }
  }

  private func checkTiles() throws(CodecError) {
    let sides = 1...ImagePlan.longestSide
    guard sides.contains(columns), sides.contains(rows), tiles.count == columns * rows,
      tiles.allSatisfy({ configurations.indices.contains($0.configuration) })
    else { throw CodecError("the plan has no tiles, or too few") }
    // Samples without a tile would show the earlier content of the memory.
    guard sides.contains(tileSize.width), sides.contains(tileSize.height),
      tileSize.width * columns >= canvas.width, tileSize.height * rows >= canvas.height
    else {
      throw CodecError(
        "\(columns) × \(rows) tiles of \(tileSize.width) × \(tileSize.height) do not cover an image of \(canvas.width) × \(canvas.height)"
      )
    }
  }
}

extension ImagePlan.Overlay {
  fileprivate func check() throws(CodecError) {
    guard fill.count == 4, !layers.isEmpty else { throw CodecError("the overlay has no images") }
    for layer in layers {
      let offsets = Int(Int32.min)...Int(Int32.max)
      guard offsets.contains(layer.x), offsets.contains(layer.y) else {
        throw CodecError("an image of the overlay is too far away")
      }
      guard layer.plan.overlay == nil, layer.alpha?.overlay == nil else {
        throw CodecError("the overlay has an overlay in it")
      }
      try layer.plan.check()
      guard let alpha = layer.alpha else { continue }
      try alpha.check()
      guard alpha.displaySize == layer.plan.displaySize else {
        throw CodecError("an image of the overlay and its alpha have different sizes")
      }
    }
  }
}

extension ImagePlan.Transform {
  /// The size of an image of `size` after the transformation.
  fileprivate func checkedSize(of size: ImagePlan.Size) throws(CodecError) -> ImagePlan.Size {
    switch self {
    case .crop(let x, let y, let width, let height):
      guard width > 0, height > 0, width <= size.width, height <= size.height,
        (0...size.width - width).contains(x), (0...size.height - height).contains(y)
      else {
        throw CodecError(
          "a crop to \(width) × \(height) at \(x), \(y) is not inside of an image of \(size.width) × \(size.height)"
        )
      }
      return ImagePlan.Size(width: width, height: height)
    case .rotate(let quarterTurns):
      guard (1...3).contains(quarterTurns) else {
        throw CodecError("a rotation by \(quarterTurns) quarter turns is not one of 1 to 3")
      }
      return quarterTurns == 2 ? size : ImagePlan.Size(width: size.height, height: size.width)
    case .flipVertically, .flipHorizontally: return size
    }
  }
}
