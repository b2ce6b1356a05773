import HEIF

/// Rows of the picture that a person sees, with those around them that a filter may look at.
struct Band {
  /// The rows of the whole picture that are asked for.
  let rows: Range<Int>
  let image: PlanarImage
  /// Where ``rows`` start in ``image``.
  let start: Int
  /// The chroma format of the picture as it is shown, if its size stays.
  let codedChroma: ChromaFormat

  /// - Parameter codedChroma: nil for that of the image.
  init(rows: Range<Int>, image: PlanarImage, start: Int, codedChroma: ChromaFormat? = nil) {
    self.rows = rows
    self.image = image
    self.start = start
    self.codedChroma = codedChroma ?? image.chroma
  }

  /// Just the rows that are asked for.
  var core: PlanarImage {
    rows.count == image.height
      ? image : image.part(x: 0..<image.width, y: start..<start + rows.count)
  }
}

extension TileStore {
  /// Rows around a band: for chroma, which is interpolated between rows of it.
  static let margin = 2

  /// The rows of a band, and those around it.
  static func reach(of rows: Range<Int>, in placement: Placement) -> Range<Int> {
    max(0, rows.lowerBound - margin)..<min(placement.height, rows.upperBound + margin)
  }

  /// A band of the picture that is shown; nil if a tile is missing.
  ///
  /// - Parameter rows: start at an even row.
  func band(_ rows: Range<Int>, _ placement: Placement, _ scaling: Scaling?) -> Band? {
    if let scaling {
      return image(scaling.reach(of: rows), placement).map { scaling.band(rows, from: $0) }
    }
    let reach = TileStore.reach(of: rows, in: placement)
    return image(reach, placement).map {
      Band(rows: rows, image: $0, start: rows.lowerBound - reach.lowerBound)
    }
  }

  /// Rows of the picture that is shown; nil if a tile is missing.
  private func image(_ reach: Range<Int>, _ placement: Placement) -> PlanarImage? {
    guard let format else { return nil }
    let exact = placement.part(rows: reach)
    let (horizontal, vertical) = format.chroma.subsampling
    // From the start of a chroma sample on; what comes with it is cut off in the end.
    let x = exact.x.lowerBound / horizontal * horizontal..<exact.x.upperBound
    let y = exact.y.lowerBound / vertical * vertical..<exact.y.upperBound
    guard var image = part(Placement.Rectangle(x: x, y: y)) else { return nil }
    if !placement.keepsChromaWhole(format.chroma) {
      image = image.withFullChroma().part(
        x: exact.x.shifted(by: -x.lowerBound), y: exact.y.shifted(by: -y.lowerBound))
    }
    image = image.turned(as: placement)
    if image.width != placement.width || image.height != reach.count {
      image = image.part(x: 0..<placement.width, y: 0..<reach.count)
    }
    return image
  }
}
