import Dispatch
import FieldCoding
import Files
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

/// Jobs for several threads, each with its own `Context`. A job may add further ones.
final class TileJobQueue<Context: ~Copyable>: Sendable {
  typealias Job = @Sendable (inout Context) throws(CodecError) -> Void

  private struct State {
    /// Jobs that complete work precede jobs that start more, so that little memory is needed.
    var urgent: [Job] = []
    var waiting: [Job] = []
    /// The number of jobs in ``waiting`` that were started.
    var begun = 0
    /// Jobs that were added and are not done.
    var unfinished = 0
    var failure: CodecError?
  }

  private let state = Mutex(State())
  /// Counts the waiting jobs; when the queue has ended, no thread waits.
  private let available = DispatchSemaphore(value: 0)

  /// Adds a job, which is begun after those that were added before. Once the work has begun, only
  /// jobs may add others.
  func add(_ job: @escaping Job) { add(job, isUrgent: false) }

  /// Adds a job that is begun before all that are not urgent.
  func addUrgently(_ job: @escaping Job) { add(job, isUrgent: true) }

  private func add(_ job: @escaping Job, isUrgent: Bool) {
    state.withLock {
      if isUrgent { $0.urgent.append(job) } else { $0.waiting.append(job) }
      $0.unfinished += 1
    }
    available.signal()
  }

  /// Does all jobs; returns when they are done, or when the first of them has failed and those that
  /// had begun are done.
  ///
  /// - Parameter makeContext: called by each thread, once.
  func run(
    threads: Int, _ makeContext: @Sendable () throws(CodecError) -> Context
  ) throws(CodecError) {
    guard state.withLock({ $0.unfinished }) > 0 else { return }
    Threads.run(threads) { _ in
      do throws(CodecError) {
        var context = try makeContext()
        while let job = next() {
          try job(&context)
          finish()
        }
      } catch {
        state.withLock { if $0.failure == nil { $0.failure = error } }
        available.signal()
      }
    }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// Waits for a job; nil if all is over.
  private func next() -> Job? {
    available.wait()
    let job = state.withLock { state -> Job? in
      guard state.failure == nil, state.unfinished > 0 else { return nil }
      if let job = state.urgent.popLast() { return job }
      guard state.begun < state.waiting.count else { return nil }
      defer { state.begun += 1 }
      return state.waiting[state.begun]
    }
    // A thread that ends wakes the next one, so that it ends, too.
    if job == nil { available.signal() }
    return job
  }

  private func finish() {
    let isLast = state.withLock { state in
      state.unfinished -= 1
      return state.unfinished == 0
    }
    if isLast { available.signal() }
  }
}
