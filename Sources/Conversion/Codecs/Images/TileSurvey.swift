import HEIF
import Synchronization
import WorkerProtocol

/// Which tiles of an image cannot be decoded.
public final class TileSurvey: Sendable {
  private let reasons: Mutex<[Int: String]>
  private let share = Mutex(0.0)
  private let flaws = Mutex<[String]>([])

  init(_ plan: ImagePlan) {
    let lost = plan.tiles.indices.filter { plan.tiles[$0].isLost }
    reasons = Mutex(Dictionary(uniqueKeysWithValues: lost.map { ($0, "") }))
  }

  /// The numbers of the tiles that are lost, from 0.
  public var lostTiles: [Int] { reasons.withLock { $0.keys.sorted() } }

  /// The problem of the first of them that has data; nil if there is none.
  public var reason: String? {
    reasons.withLock { reasons in
      reasons.filter { !$0.value.isEmpty }.min { $0.key < $1.key }?.value
    }
  }

  /// The lost share of an image whose data is truncated, from 0 to 1.
  public var lostShare: Double { share.withLock { $0 } }

  /// What is wrong with what is left of it, as a sentence.
  public var flaw: String? { flaws.withLock { $0.first } }

  /// Decodes each tile, and keeps no samples.
  func decode<Decoder: TileDecoder & ~Copyable>(
    _ plan: ImagePlan, _: Decoder.Type, threads: Int, budget: Int, from file: some ExtentReader
  ) throws(CodecError) {
    let queue = TileJobQueue<TileDecoders<Decoder>>()
    for index in plan.tiles.indices where !plan.tiles[index].isLost {
      queue.add { (decoders) throws(CodecError) in
        do throws(CodecError) {
          try decoders.decode(index, from: file) { (tile) throws(CodecError) in
            try TileStore(plan, budget: budget).keep(tile, at: index)
            self.share.withLock { $0 = max($0, tile.lostShare) }
            if let flaw = tile.flaw { self.flaws.withLock { $0.append(flaw) } }
          }
        } catch  where error.cause != .input {
          throw error
        } catch {
          // The behaviour of a decoder after damage is undefined, so new ones are used.
          decoders = TileDecoders(plan, budget: budget)
          self.reasons.withLock { $0[index] = error.message }
        }
      }
    }
    try queue.run(threads: threads) { () throws(CodecError) in TileDecoders(plan, budget: budget) }
  }
}

extension PlanConverter {
  /// Decodes the tiles of the image, and says which of them are lost.
  public func survey(from file: some ExtentReader) throws(CodecError) -> TileSurvey {
    try BandPipeline(plan, threads: threadCount, budget: planeBudget, engine: engine)
      .survey(from: file)
  }
}

extension BandPipeline {
  /// The image that is shown for lost tiles; nil if none are lost.
  func grayTile<Decoder: TileDecoder & ~Copyable>(
    from file: some ExtentReader, _: Decoder.Type
  ) throws(CodecError) -> PlanarImage? {
    guard plan.tiles.contains(where: \.isLost) else { return nil }
    guard let other = plan.tiles.firstIndex(where: { !$0.isLost }) else {
      throw CodecError("nothing of the image is left")
    }
    var decoders = TileDecoders<Decoder>(plan, budget: budget)
    var gray: PlanarImage?
    // It has the format of the others.
    try decoders.decode(other, from: file) { (tile) throws(CodecError) in
      gray = PlanarImage(
        width: plan.tileSize.width, height: plan.tileSize.height, chroma: tile.chroma,
        bitDepth: tile.bitDepth)
    }
    for plane in gray?.planes ?? [] {
      for y in 0..<plane.height {
        for x in 0..<plane.width { plane.set(1 << ((gray?.bitDepth ?? 8) - 1), x, y) }
      }
    }
    return gray
  }
}
