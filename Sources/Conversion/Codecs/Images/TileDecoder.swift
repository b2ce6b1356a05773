import FieldCoding
import HEIF
import ISOBMFF
import Synchronization
import WorkerProtocol

/// A decoder of coded images that share one configuration.
protocol TileDecoder: ~Copyable, SendableMetatype {
  /// The name in messages.
  static var name: String { get }

  /// - Parameters:
  ///   - size: of every image that it will decode.
  ///   - budget: the bytes that an image's planes may take.
  init(
    _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
  ) throws(CodecError)

  /// Decodes one image from NAL units with length prefixes.
  ///
  /// It must fail if any part of the image is missing, because a partly invented image must not be shown.
  mutating func decode(
    _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
  ) throws(CodecError)
}

/// A decoded picture in the memory of its decoder.
package struct DecodedTile {
  package var width: Int
  package var height: Int
  package var chroma: ChromaSampling
  package var bitDepth: Int
  /// Valid until the decoder decodes again, or as long as there is an owner.
  package var planes: [Plane] = []
  var owner: AnyObject?
  /// The grey share of an image whose data is truncated, from 0 to 1.
  var lostShare = 0.0
  /// What is wrong with the rest of it, as a sentence.
  var flaw: String?

  /// Samples of a plane where the decoder has them: `height` rows of `width` samples.
  @safe
  package struct Plane {
    package let base: UnsafeRawPointer
    package let stride: Int
    let width: Int
    let height: Int
  }
}

extension ImagePlan.Size {
  /// The error for an image of this size whose coded size is too large; nil if it is not.
  ///
  /// Codings cut whole blocks, of at most 64 samples. A further row of blocks is allowed, because it shows damage.
  func refusal(coded: ImagePlan.Size) -> String? {
    guard coded.width >= width + 128 || coded.height >= height + 192 else { return nil }
    return
      "is coded as \(coded.width) × \(coded.height), but the container says \(width) × \(height)"
  }
}

/// NAL units with a length before each one (ISO/IEC 14496-15 §4.3.3.1).
package enum NALUnitRanges {
  /// The ranges of the NAL units in `data`, each of at least a header's two bytes.
  package static func ranges(in data: [UInt8], lengthSize: Int) throws(CodecError) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var position = 0
    while position < data.count {
      guard data.count - position >= lengthSize else {
        throw CodecError("the coded data ends within the length of a NAL unit, at byte \(position)")
      }
      let length = data[position..<position + lengthSize].reduce(0) { $0 << 8 | Int($1) }
      position += lengthSize
      guard length <= data.count - position else {
        throw CodecError(
          "a NAL unit at byte \(position) of the coded data has \(counted(length, "byte")), but only \(grouped(data.count - position)) are left"
        )
      }
      if length >= 2 {
        let range = position..<position + length
        if let byte = NALUnitRanges.impossible(in: data, range) {
          throw CodecError(
            "the coded data is damaged: its bytes at byte \(byte) cannot be inside of a NAL unit")
        }
        ranges.append(range)
      }
      position += length
    }
    return ranges
  }

  /// The position of two zeros and a byte of 0 to 2, which emulation prevention keeps out of NAL units (ITU-T H.265
  /// §7.4.2.1): a hole of zeros in the file, or a start code. The end is left out, because some writers add zeros
  /// there.
  private static func impossible(in data: [UInt8], _ range: Range<Int>) -> Int? {
    let end = (data[range].lastIndex { $0 != 0 } ?? range.lowerBound) + 1
    // Of two adjacent zeros, one is at every second byte.
    for index in stride(from: range.lowerBound + 1, to: end, by: 2) where data[index] == 0 {
      let start = data[index - 1] == 0 ? index - 1 : index
      if start + 2 < end, data[start + 1] == 0, data[start + 2] <= 2 { return start }
    }
    return nil
  }
}

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

/// The time of this process that was spent on decoding images. A process of the worker does one job, so it is the
/// time of the job.
///
/// Pipelines that run at the same time, such as that of a gain map and that of its image, are counted together: no
/// time counts twice.
public enum PictureDecodingTime {
  private struct Times {
    var total = Duration.zero
    /// The number of pipelines that run, and the time when the first of them began.
    var pipelines = 0
    var start = ContinuousClock.now
    /// What their threads spent on decoding, and on the bands of decoded tiles.
    var decoding = Duration.zero
    var bands = Duration.zero
  }

  private static let times = Mutex(Times())

  /// The time up to now. Of the time in which threads decode images and others make bands of them, it has the
  /// part that they spent on decoding.
  public static var total: Duration { times.withLock { $0.total } }

  static func beginPipeline() {
    times.withLock { times in
      if times.pipelines == 0 { times = Times(total: times.total) }
      times.pipelines += 1
    }
  }

  /// The last pipeline adds the part of decoding in the time since the first one began.
  static func endPipeline() {
    times.withLock { times in
      times.pipelines -= 1
      guard times.pipelines == 0, times.decoding > .zero else { return }
      let part = times.decoding / (times.decoding + times.bands)
      times.total += (ContinuousClock.now - times.start) * part
    }
  }

  static func addDecoding(_ time: Duration) { times.withLock { $0.decoding += time } }

  /// Counts the time of `body` for bands.
  static func bands<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let start = ContinuousClock.now
    defer { times.withLock { $0.bands += ContinuousClock.now - start } }
    try body()
  }
}
