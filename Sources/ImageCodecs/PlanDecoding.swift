public import HEIF
import Synchronization

/// Reads parts of the file that a plan speaks of.
public protocol ExtentReader: Sendable {
  func read(_ extent: Range<Int>, into bytes: inout [UInt8]) throws(CodecError)
}

/// A decoded picture, and how its samples are to be understood.
public struct DecodedImage: Sendable {
  public var image: PlanarImage
  public var colour: CodingIndependentCodePoints
}

extension ImagePlan {
  /// Decodes all tiles into one picture, before transformations.
  ///
  /// - Parameters:
  ///   - threads: how many tiles are decoded at once.
  ///   - budget: the bytes that the planes may take.
  public func decode(
    from file: some ExtentReader, threads: Int, budget: Int
  ) throws(CodecError) -> DecodedImage {
    #if canImport(CDe265)
      return try decode(from: file, threads: threads, budget: budget, De265Decoder.self)
    #else
      throw CodecError("this build has no decoder; build it with the trait Codecs")
    #endif
  }

  private func decode<Decoder: TileDecoder & ~Copyable>(
    from file: some ExtentReader, threads: Int, budget: Int, _ engine: Decoder.Type
  ) throws(CodecError) -> DecodedImage {
    try check()
    let assembly = Assembly(self, budget: budget)
    // The first tile says what the planes are.
    var decoders = Decoders<Decoder>(self, budget: budget)
    try decoders.decode(0, assembly, file)
    let next = Atomic(1)
    let failure = Mutex<CodecError?>(nil)
    let count = max(1, min(threads, tiles.count - 1))
    if tiles.count > 1 {
      Threads.run(count) { _ in
        do throws(CodecError) {
          var decoders = Decoders<Decoder>(self, budget: budget)
          while failure.withLock({ $0 == nil }) {
            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard index < tiles.count else { return }
            try decoders.decode(index, assembly, file)
          }
        } catch {
          failure.withLock { if $0 == nil { $0 = error } }
        }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
    return try assembly.result()
  }
}

/// The bytes of a coded image that are read, far above those of any photo.
private let codedDataLimit = 1 << 30

/// The decoder of a thread; replaced when a tile needs another configuration.
private struct Decoders<Decoder: TileDecoder & ~Copyable>: ~Copyable {
  private let plan: ImagePlan
  private let budget: Int
  private var decoder: Decoder?
  private var configuration = -1
  private var data: [UInt8] = []

  init(_ plan: ImagePlan, budget: Int) {
    self.plan = plan
    self.budget = budget
  }

  mutating func decode(
    _ index: Int, _ assembly: Assembly, _ file: some ExtentReader
  ) throws(CodecError) {
    let tile = plan.tiles[index]
    if decoder == nil || configuration != tile.configuration {
      decoder = try Decoder(
        plan.configurations[tile.configuration], size: plan.tileSize, budget: budget)
      configuration = tile.configuration
    }
    do throws(CodecError) {
      data.removeAll(keepingCapacity: true)
      for extent in tile.extents {
        // Extents may overlap, so that a short file could ask for any amount.
        guard extent.count <= codedDataLimit - data.count else {
          throw CodecError("the coded data is longer than the limit of \(codedDataLimit) bytes")
        }
        try file.read(extent, into: &data)
      }
      try decoder?.decode(data) { (decoded) throws(CodecError) in
        try assembly.place(decoded, at: index)
      }
    } catch {
      let place = tile.extents.first.map { ", coded at byte \($0.lowerBound)" } ?? ""
      throw plan.tiles.count == 1
        ? CodecError("the picture\(place): \(error.message)")
        : CodecError("tile \(index + 1) of \(plan.tiles.count)\(place): \(error.message)")
    }
  }
}

/// The picture that tiles are put together to.
private final class Assembly: Sendable {
  private let plan: ImagePlan
  private let budget: Int
  private let state = Mutex<DecodedImage?>(nil)

  init(_ plan: ImagePlan, budget: Int) {
    self.plan = plan
    self.budget = budget
  }

  func place(_ tile: DecodedTile, at index: Int) throws(CodecError) {
    guard tile.width == plan.tileSize.width, tile.height == plan.tileSize.height else {
      throw CodecError(
        "is \(tile.width) × \(tile.height), but the container says \(plan.tileSize.width) × \(plan.tileSize.height)"
      )
    }
    let image = try canvas(for: tile)
    let (horizontal, vertical) = tile.chroma.subsampling
    let x = index % plan.columns * tile.width
    let y = index / plan.columns * tile.height
    guard plan.tiles.count == 1 || x % horizontal == 0 && y % vertical == 0 else {
      throw CodecError("starts within a chroma sample, which is not supported")
    }
    for (channel, plane) in tile.planes.enumerated() {
      // The decoder's planes have the rows and columns that it says.
      unsafe image.planes[channel].copy(
        unsafe plane.base, stride: plane.stride, width: plane.width, height: plane.height,
        to: channel == 0 ? x : x / horizontal, channel == 0 ? y : y / vertical)
    }
  }

  /// The picture, made as its first tile needs it.
  private func canvas(for tile: DecodedTile) throws(CodecError) -> PlanarImage {
    try state.withLock { (state) throws(CodecError) in
      if let image = state?.image {
        guard image.chroma == tile.chroma, image.bitDepth == tile.bitDepth else {
          throw CodecError("has another chroma format or bit depth than the first")
        }
        return image
      }
      let need = PlanarImage.byteCount(
        width: plan.canvas.width, height: plan.canvas.height, chroma: tile.chroma,
        bitDepth: tile.bitDepth)
      guard need <= budget else {
        throw CodecError("the picture needs \(need) bytes, over the limit of \(budget)")
      }
      let image = PlanarImage(
        width: plan.canvas.width, height: plan.canvas.height, chroma: tile.chroma,
        bitDepth: tile.bitDepth)
      // Where the container says nothing, the bitstream does: without a word there the range is
      // limited (ITU-T H.265 §E.3.1). ISO/IEC 23000-22 would have full range instead, but files
      // without any statement come from video encoders, and libheif shows them like this, too.
      // Where the container is silent, the bitstream decides. MIAF would ignore it and take full
      // range (ISO/IEC 23000-22 §7.3.6.4). But pictures of which neither says anything come from
      // video encoders, and their samples keep to the limited range that is HEVC's default
      // (ITU-T H.265 §E.3.1). libheif reads them in that way, too.
      state = DecodedImage(image: image, colour: plan.colour ?? tile.colour)
      return image
    }
  }

  func result() throws(CodecError) -> DecodedImage {
    guard let image = state.withLock({ $0 }) else { throw CodecError("nothing was decoded") }
    return image
  }
}
