import HEIF

/// Rows of the image that a person sees, with those around them that a filter may look at.
struct Band {
  /// The rows of the whole image that are asked for.
  let rows: Range<Int>
  let image: PlanarImage
  /// The index in ``image`` at which ``rows`` start.
  let start: Int
  /// The chroma format of the shown image, if its size stays.
  let codedChroma: ChromaSampling

  /// - Parameter codedChroma: nil for that of the image.
  init(rows: Range<Int>, image: PlanarImage, start: Int, codedChroma: ChromaSampling? = nil) {
    self.rows = rows
    self.image = image
    self.start = start
    self.codedChroma = codedChroma ?? image.chroma
  }

  /// Just the rows that are asked for.
  var core: PlanarImage { image.part(x: 0..<image.width, y: start..<start + rows.count) }
}

extension PlanarImage {
  /// Copies a band of the same width to its rows.
  func take(_ band: Band) { take(band.core, at: band.rows.lowerBound) }
}

extension TileStore {
  /// A band of the shown image; nil if a tile is missing.
  ///
  /// - Parameters:
  ///   - rows: the first one is even.
  ///   - reach: the rows of the whole image from which the band is computed.
  ///   - siting: the siting of chroma, for interpolation between its samples if they have to be split; nil if each
  ///     sample is repeated then.
  func band(
    _ rows: Range<Int>, from reach: Range<Int>, _ placement: PixelPlacement, _ scaling: Scaling?,
    _ siting: ChromaSiting? = nil
  ) -> Band? {
    guard let image = image(reach, placement, siting) else { return nil }
    return scaling?.band(rows, from: image)
      ?? Band(rows: rows, image: image, start: rows.lowerBound - reach.lowerBound)
  }

  /// Rows of the image that is shown; nil if a tile is missing.
  private func image(
    _ reach: Range<Int>, _ placement: PixelPlacement, _ siting: ChromaSiting?
  ) -> PlanarImage? {
    guard let format else { return nil }
    let exact = placement.part(rows: reach)
    let (horizontal, vertical) = format.chroma.subsampling
    // The columns start at a chroma sample; additional ones are dropped at the end.
    let x = exact.x.lowerBound / horizontal * horizontal..<exact.x.upperBound
    let y = exact.y.lowerBound / vertical * vertical..<exact.y.upperBound
    let whole = PixelPlacement.Rectangle(x: x, y: y)
    if placement.keepsChromaWhole(format.chroma) {
      return part(whole, oriented: placement.orientation)?.part(
        x: 0..<placement.width, y: 0..<reach.count)
    }
    return part(whole, oriented: PixelOrientation())?.withFullChroma(siting)
      .part(x: exact.x.shifted(by: -x.lowerBound), y: exact.y.shifted(by: -y.lowerBound))
      .oriented(placement.orientation)
  }
}
