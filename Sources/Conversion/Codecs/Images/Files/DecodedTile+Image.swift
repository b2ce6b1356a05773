extension DecodedTile {
  /// An image that was decoded into our own memory. It is valid as long as `image` exists.
  init(_ image: PlanarImage) {
    self.init(
      width: image.width, height: image.height, chroma: image.chroma, bitDepth: image.bitDepth)
    planes = image.planes.compactMap { plane in
      guard let base = unsafe plane.memory.baseAddress else { return nil }
      return unsafe Plane(
        base: UnsafeRawPointer(base), stride: plane.stride, width: plane.width,
        height: plane.height)
    }
  }
}
