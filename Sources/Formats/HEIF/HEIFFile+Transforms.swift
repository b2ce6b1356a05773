public import ISOBMFF

extension HEIFFile {
  /// The transformations of an item's image, which has this size before them.
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

  /// Whether the item is an AV1 tile with the same transformations as its grid: libavif writes them on both, and its
  /// reader applies only those of the grid. The specification of AVIF forbids them on tiles.
  func repeatsTransforms(_ item: Item, of grid: UInt32?) -> Bool {
    guard item.type == "av01", let grid = grid.flatMap({ self.item($0) }), grid.type == "grid"
    else { return false }
    return item.transformProperties == grid.transformProperties
  }

  /// The transformation of a property; nil if the property is not one, or changes nothing.
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
  /// The transformation of a property; nil if the property is not a transformation, or if it changes nothing.
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

extension Item {
  fileprivate var transformProperties: [Box] {
    properties.map(\.box).filter { ["irot", "imir", "clap"].contains($0.type) }
  }
}
