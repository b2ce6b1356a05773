public import ISOBMFF

extension HEIFFile {
  /// The transformations of an item's picture, which has this size before them.
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
