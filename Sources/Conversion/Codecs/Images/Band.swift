public import FieldCoding
import HEIF
import Synchronization

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

/// Passes on numbered parts in their order, from any threads.
final class OrderedBands<Part: Sendable>: Sendable {
  fileprivate struct State {
    var next = 0
    /// Parts that came too early.
    var waiting: [Int: Part] = [:]
    /// Whether a thread is handing on.
    var isBusy = false
  }
  private let state = Mutex(State())

  /// The number of parts that were passed on.
  var count: Int { state.withLock { $0.next } }

  /// Passes on a part, and those that waited for it; a part that is too early is kept.
  ///
  /// - Parameter body: called by one thread at a time.
  func add(
    _ part: Part, at index: Int, _ body: (Part) throws(CodecError) -> Void
  ) throws(CodecError) {
    var due = state.withLock { state -> Part? in
      state.waiting[index] = part
      return state.isBusy ? nil : state.take()
    }
    while let part = due {
      try body(part)
      due = state.withLock { state in
        state.next += 1
        return state.take()
      }
    }
  }
}

extension OrderedBands.State {
  /// The next part in the order.
  fileprivate mutating func take() -> Part? {
    let part = waiting.removeValue(forKey: next)
    isBusy = part != nil
    return part
  }
}

/// A file of samples and nothing else: from left to right and from top to bottom, all of a pixel
/// together.
public struct SampleFile: Sendable {
  /// Bits of a sample, 8 or 16, which are big-endian; nil for 8, or 16 if the image has more than 8.
  public var bitDepth: Int?
  /// The profile of the colours that the samples are to have.
  public var iccProfile = Bytes()

  public init() {}
}

/// Writes the samples of bands, which may come in any order.
final class RowWriter: Sendable {
  typealias Form = (channels: Int, bitDepth: Int)

  private let bandHeight: Int
  private let bands = OrderedBands<SampleRows>()
  private let output: CodecFileWriter
  private let form = Mutex<Form?>(nil)

  init(bandHeight: Int, to descriptor: Int32) {
    self.bandHeight = bandHeight
    output = CodecFileWriter(descriptor)
  }

  var byteCount: Int { output.count }

  /// Writes a band when it is due.
  func write(_ rows: SampleRows, at row: Int) throws(CodecError) {
    try bands.add(rows, at: row / bandHeight) { (rows) throws(CodecError) in
      let own: Form = (rows.channels, rows.bitDepth)
      let first = form.withLock { form -> Form in
        form = form ?? own
        return form ?? own
      }
      guard first == own else { throw CodecError("its bands have different samples") }
      try output.append(rows.bytes)
    }
  }

  /// The form of all samples.
  func finish() throws(CodecError) -> Form {
    guard let form = form.withLock({ $0 }) else { throw CodecError("nothing was decoded") }
    return form
  }
}
