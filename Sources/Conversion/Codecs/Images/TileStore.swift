import FieldCoding
import HEIF
import Synchronization
import WorkerProtocol

/// The decoded tiles that are still needed.
final class TileStore: Sendable {
  /// The common properties of all tiles of an image.
  struct Format: Equatable {
    var chroma: ChromaSampling
    var bitDepth: Int
  }

  private struct State {
    var tiles: [PlanarImage?]
    var format: Format?
    /// The number of bytes that the tiles take.
    var bytes = 0
  }

  private let plan: ImagePlan
  private let budget: Int
  private let state: Mutex<State>

  /// - Parameter budget: the bytes that tiles may take.
  init(_ plan: ImagePlan, budget: Int) {
    self.plan = plan
    self.budget = budget
    state = Mutex(State(tiles: [PlanarImage?](repeating: nil, count: plan.tiles.count)))
  }

  var format: Format? { state.withLock { $0.format } }

  /// Keeps a tile.
  ///
  /// - Parameter copies: whether the decoder decodes again before the tile is dropped.
  func keep(_ tile: DecodedTile, at index: Int, copies: Bool = true) throws(CodecError) {
    guard tile.width == plan.tileSize.width, tile.height == plan.tileSize.height else {
      throw CodecError(
        "is \(tile.width) × \(tile.height), but the container says \(plan.tileSize.width) × \(plan.tileSize.height)"
      )
    }
    let (horizontal, vertical) = tile.chroma.subsampling
    guard
      plan.tiles.count == 1 || tile.width % horizontal == 0 && tile.height % vertical == 0
    else { throw CodecError("starts within a chroma sample, which is not supported", .unsupported) }
    let need = PlanarImage.byteCount(
      width: tile.width, height: tile.height, chroma: tile.chroma, bitDepth: tile.bitDepth)
    let isRoom = state.withLock { state in
      state.bytes += need
      return state.bytes <= budget
    }
    guard isRoom else {
      throw CodecError("the image needs more than the limit of \(grouped(budget)) bytes")
    }
    let borrowed = PlanarImage(borrowing: tile)
    let image = copies && tile.owner == nil ? borrowed.copied() : borrowed
    let format = Format(chroma: tile.chroma, bitDepth: tile.bitDepth)
    try state.withLock { (state) throws(CodecError) in
      if state.format == nil { state.format = format }
      guard state.format == format else {
        throw CodecError("has another chroma format or bit depth than the first")
      }
      state.tiles[index] = image
    }
  }

  /// Keeps the whole image, which was made and not decoded.
  func keep(_ picture: PlanarImage) {
    state.withLock { state in
      state.format = Format(chroma: picture.chroma, bitDepth: picture.bitDepth)
      state.tiles = [picture]
    }
  }

  /// Drops a tile.
  func drop(_ index: Int) {
    state.withLock { state in
      guard let tile = state.tiles[index] else { return }
      state.bytes -= PlanarImage.byteCount(
        width: tile.width, height: tile.height, chroma: tile.chroma, bitDepth: tile.bitDepth)
      state.tiles[index] = nil
    }
  }

  /// The tiles that a part of the canvas touches.
  func tiles(under part: PixelPlacement.Rectangle) -> [Int] {
    let columns =
      part.x.lowerBound / plan.tileSize.width...(part.x.upperBound - 1) / plan.tileSize.width
    let rows =
      part.y.lowerBound / plan.tileSize.height...(part.y.upperBound - 1) / plan.tileSize.height
    return rows.flatMap { row in columns.map { row * plan.columns + $0 } }
  }

  /// An oriented part of the canvas whose tiles are all decoded. It starts with a whole chroma sample.
  func part(_ part: PixelPlacement.Rectangle, oriented orientation: PixelOrientation)
    -> PlanarImage?
  {
    let indices = tiles(under: part)
    let found = state.withLock { state in indices.map { (index: $0, image: state.tiles[$0]) } }
    guard let first = found.first?.image else { return nil }
    if found.count == 1 {
      return self.part(part, ofTile: first, at: found[0].index).image.oriented(orientation)
    }
    let result = PlanarImage(
      width: part.x.count, height: part.y.count, chroma: first.chroma, bitDepth: first.bitDepth,
      oriented: orientation)
    for (index, image) in found {
      guard let image else { return nil }
      let own = self.part(part, ofTile: image, at: index)
      result.take(own.image, at: own.column, own.row, oriented: orientation)
    }
    return result
  }

  /// The part of a tile that covers a rectangle of the canvas, and its position in the rectangle.
  private func part(
    _ part: PixelPlacement.Rectangle, ofTile image: PlanarImage, at index: Int
  ) -> (image: PlanarImage, column: Int, row: Int) {
    let left = index % plan.columns * plan.tileSize.width
    let top = index / plan.columns * plan.tileSize.height
    return (
      image.part(
        x: part.x.clamped(to: left..<left + image.width).shifted(by: -left),
        y: part.y.clamped(to: top..<top + image.height).shifted(by: -top)),
      max(0, left - part.x.lowerBound), max(0, top - part.y.lowerBound)
    )
  }
}
