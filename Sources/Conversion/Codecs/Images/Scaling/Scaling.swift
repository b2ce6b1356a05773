import HEIF

/// Scales the image that a person sees to another size, band by band.
struct Scaling: Sendable {
  let source: ImagePlan.Size
  let target: ImagePlan.Size
  private let chroma: ChromaPlacement
  /// Whether chroma keeps its subsampling; otherwise it gets the resolution of luma.
  private let keepsChroma: Bool
  /// The opacity of the source, which is the weight of its colours; nil if all weights are equal.
  private let opacity: Opacity?

  /// Prepares. Nil if the image has that size already.
  ///
  /// - Parameters:
  ///   - size: the size of the result.
  ///   - siting: the position of chroma as it is coded.
  ///   - keepsChroma: whether the planes are those of a JPEG file.
  ///   - opacity: the alpha of the image; nil if it is opaque.
  init?(
    _ placement: PixelPlacement, _ size: ImagePlan.Size?, _ siting: ChromaSiting, keepsChroma: Bool,
    opacity: Opacity? = nil
  ) {
    source = ImagePlan.Size(width: placement.width, height: placement.height)
    target = size ?? source
    guard target != source else { return nil }
    self.keepsChroma = keepsChroma
    // Colours that are multiplied already are right as they are.
    self.opacity = opacity?.isPremultiplied == false ? opacity : nil
    chroma = ChromaPlacement(siting, placement.orientation)
  }

  private var horizontalRatio: Double { Double(source.width) / Double(target.width) }
  private var verticalRatio: Double { Double(source.height) / Double(target.height) }

  /// The number of rows of a band of the result. The band needs about as many rows of the source as an unscaled band,
  /// and consists of whole MCUs of JPEG.
  var bandHeight: Int {
    let rows = Int(Double(BandPipeline.usualBandHeight) * 1.5 / verticalRatio)
    return min(max(rows / 16 * 16, 16), BandPipeline.usualBandHeight)
  }

  /// The rows of the source that rows of the result are computed from. They start and end with whole
  /// chroma samples, or where the image ends.
  func reach(of rows: Range<Int>) -> Range<Int> {
    // A chroma sample may cover two rows, and its filter reaches twice as far then.
    let reach =
      ScalingWeights.lobes * (keepsChroma ? 2 * max(1, verticalRatio) : max(2, verticalRatio))
    let first = Int(Double(rows.lowerBound) * verticalRatio - reach) - 2
    let last = Int(Double(rows.upperBound) * verticalRatio + reach) + 3
    return max(0, first) / 2 * 2..<min(source.height, (last + 1) / 2 * 2)
  }

  /// Rows of the result.
  ///
  /// - Parameter image: the rows of the source in ``reach(of:)``.
  func band(_ rows: Range<Int>, from image: PlanarImage) -> Band {
    let start = reach(of: rows).lowerBound
    let chroma = keepsChroma || image.chroma == .monochrome ? image.chroma : .yuv444
    let result = PlanarImage(
      width: target.width, height: rows.count, chroma: chroma, bitDepth: image.bitDepth)
    for (index, plane) in image.planes.enumerated() {
      let (own, made) =
        index == 0 ? (1, 1) : (image.chroma.subsampling.vertical, chroma.subsampling.vertical)
      let (ownX, madeX) =
        index == 0 ? (1, 1) : (image.chroma.subsampling.horizontal, chroma.subsampling.horizontal)
      let goal = result.planes[index]
      var rowGrid = self.chroma.vertical(own)
      // Rows of the image are counted from its own first one.
      rowGrid.first += Double(start)
      let first = rows.lowerBound / made
      let rowWeights = ScalingWeights(
        for: first..<first + goal.height, on: .middles(made), from: plane.height, on: rowGrid,
        ratio: verticalRatio)
      let columnWeights = ScalingWeights(
        for: 0..<goal.width, on: .middles(madeX), from: plane.width,
        on: self.chroma.horizontal(ownX), ratio: horizontalRatio)
      if let opacity {
        plane.scale(
          into: goal, bitDepth: image.bitDepth, rows: rowWeights, columns: columnWeights,
          weights: opacity.weights(start..<start + image.height, ownX, own))
      } else {
        plane.scale(
          into: goal, bitDepth: image.bitDepth, rows: rowWeights, columns: columnWeights)
      }
    }
    return Band(rows: rows, image: result, start: 0, codedChroma: image.chroma)
  }
}
