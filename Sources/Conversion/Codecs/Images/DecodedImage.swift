public import HEIF
import Synchronization
public import WorkerProtocol

/// A decoded picture, and how its samples are to be understood.
public struct DecodedImage: Sendable {
  public var image: PlanarImage
  public var colour: CodingIndependentCodePoints
}

extension ImagePlan {
  /// Decodes all tiles into one image, before transformations.
  ///
  /// - Parameters:
  ///   - threads: how many tiles are decoded at once.
  ///   - budget: the bytes that the planes may take.
  public func decode(
    from file: some ExtentReader, threads: Int, budget: Int, engine: EngineChoice = EngineChoice()
  ) throws(CodecError) -> DecodedImage {
    var plan = self
    plan.transforms = []
    let canvas = Mutex<PlanarImage?>(nil)
    let pipeline = try BandPipeline(
      plan, threads: threads, budget: budget, engine: engine)
    try pipeline.run(from: file) { (band) throws(CodecError) in
      let image = try canvas.withLock { (canvas) throws(CodecError) -> PlanarImage in
        if let canvas { return canvas }
        let image = try pipeline.makeCanvas(band.image, budget)
        canvas = image
        return image
      }
      image.take(band)
    }
    guard let image = canvas.withLock({ $0 }) else { throw CodecError("nothing was decoded") }
    return DecodedImage(image: image, colour: sampleColour)
  }
}

extension BandPipeline {
  /// An image for all bands.
  fileprivate func makeCanvas(
    _ band: PlanarImage, _ budget: Int
  ) throws(CodecError) -> PlanarImage {
    let need = PlanarImage.byteCount(
      width: placement.width, height: placement.height, chroma: band.chroma,
      bitDepth: band.bitDepth)
    if let excess = CodecError.excess(need, over: budget) { throw excess }
    return PlanarImage(
      width: placement.width, height: placement.height, chroma: band.chroma,
      bitDepth: band.bitDepth)
  }
}
