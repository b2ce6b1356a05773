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

/// The luma and the two planes of chroma of an image, in memory that others own.
@safe
package struct PicturePlanes: @unchecked Sendable {
  private let starts: [UnsafeMutableRawPointer]
  private let strides: [Int]

  /// Nil if a plane is missing.
  ///
  /// - Parameters:
  ///   - starts: where the first row of each plane begins.
  ///   - strides: the bytes from row to row.
  package init?(_ starts: [UnsafeMutableRawPointer?], strides: [Int]) {
    let there = unsafe starts.compactMap { unsafe $0 }
    guard unsafe there.count == 3, strides.count == 3 else { return nil }
    unsafe self.starts = there
    self.strides = strides
  }

  /// The bytes from row to row.
  func stride(_ plane: Int) -> Int { strides[plane] }

  @inline(__always)
  func row(_ plane: Int, _ row: Int) -> UnsafeMutableRawPointer {
    unsafe starts[plane] + row * strides[plane]
  }

  @inline(__always)
  func line(_ plane: Int, _ row: Int) -> UnsafePointer<UInt16> {
    unsafe UnsafePointer(self.row(plane, row).assumingMemoryBound(to: UInt16.self))
  }

  @inline(__always)
  func bytes(_ plane: Int, _ row: Int) -> UnsafeMutablePointer<UInt8> {
    unsafe self.row(plane, row).assumingMemoryBound(to: UInt8.self)
  }
}
