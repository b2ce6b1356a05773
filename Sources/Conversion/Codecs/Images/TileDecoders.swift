import FieldCoding
import HEIF
import WorkerProtocol

/// Reads parts of the file that a plan speaks of.
public protocol ExtentReader: Sendable {
  func read(_ extent: Range<Int>, into bytes: inout [UInt8]) throws(CodecError)
}

/// The bytes of a coded image that are read, far above those of any photo.
let codedDataLimit = 1 << 30

/// The decoder of a thread; replaced when a tile needs another configuration.
struct TileDecoders<Decoder: TileDecoder & ~Copyable>: ~Copyable {
  private let plan: ImagePlan
  private let budget: Int
  private let isTimed: Bool
  private var decoder: Decoder?
  private var configuration = -1
  private var data: [UInt8] = []

  /// - Parameter isTimed: whether ``PictureDecodingTime`` counts how long decoding takes.
  init(_ plan: ImagePlan, budget: Int, isTimed: Bool = false) {
    self.plan = plan
    self.budget = budget
    self.isTimed = isTimed
  }

  /// Decodes a tile. Errors state its position.
  mutating func decode(
    _ index: Int, from file: some ExtentReader,
    _ body: (DecodedTile) throws(CodecError) -> Void
  ) throws(CodecError) {
    let tile = plan.tiles[index]
    let start = ContinuousClock.now
    // The further use of the tile is not part of decoding.
    var inner = Duration.zero
    defer { if isTimed { PictureDecodingTime.addDecoding(ContinuousClock.now - start - inner) } }
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
          throw CodecError(
            "the coded data is longer than the limit of \(grouped(codedDataLimit)) bytes")
        }
        try file.read(extent, into: &data)
      }
      try decoder?.decode(data) { (tile) throws(CodecError) in
        let start = ContinuousClock.now
        defer { inner += ContinuousClock.now - start }
        try body(tile)
      }
    } catch {
      guard error.cause == .input || error.cause == .unsupported else { throw error }
      // There is no container at the start.
      let start = tile.extents.first?.lowerBound ?? 0
      let origin = start > 0 ? ", coded at byte \(start)" : ""
      throw plan.tiles.count == 1
        ? CodecError("the image\(origin): \(error.message)", error.cause)
        : CodecError(
          "tile \(index + 1) of \(plan.tiles.count)\(origin): \(error.message)", error.cause)
    }
  }
}
