import Files
import HEIF
import WorkerProtocol

/// Converts decoded pictures to the shape in which they are encoded, maps their colours to BT.709 if requested, and
/// turns them. The first picture determines the shape.
struct VideoFrameShaping: ~Copyable {
  let shape: VideoFrameShape
  /// Whether colours are brought into BT.709.
  var isMapped: Bool { mapping != nil }
  /// The shape before pictures are turned.
  private let unturned: VideoFrameShape
  private let turn: PlaneTurn
  private let engine: MovieCodecModule
  private var scaler: PictureScaler
  private let encoding: PictureEncoding
  private let mapping: BT709Mapping?
  private let threads: Int

  init(
    _ engine: MovieCodecModule, _ encoding: PictureEncoding, _ first: PictureFrame, threads: Int
  ) throws(CodecError) {
    let peak = encoding.peakLuminance > 0 ? Double(encoding.peakLuminance) : nil
    let mapping =
      encoding.mapsColours
      ? try BT709Mapping(first.shape.lumaColour(encoding), peak: peak) : nil
    let scaler = try PictureScaler(engine)
    unturned = VideoFrameShape(first, as: encoding, isMapped: mapping != nil)
    turn = PlaneTurn(quarters: Int(encoding.quarterTurns), isMirrored: encoding.isMirrored)
    shape = unturned.turned(turn)
    (self.engine, self.encoding, self.mapping, self.threads) = (engine, encoding, mapping, threads)
    self.scaler = scaler
  }

  /// The picture in ``shape``.
  mutating func shaped(_ frame: PictureFrame) throws(CodecError) -> PictureFrame {
    let colour = frame.shape.colour.stated(by: encoding)
    guard let mapping else { return try turned(scaled(frame, colour, to: unturned)) }
    let shape = unturned
    var deep = shape
    deep.format = "yuv420p10le"
    deep.colour = frame.shape.lumaColour(encoding)
    let source = try scaled(frame, colour, to: deep)
    let target = try PictureFrame(engine, shape)
    guard let old = source.planes, let new = target.planes else {
      throw CodecError("a picture has fewer planes than its format")
    }
    let (width, height, threads) = (shape.width, shape.height, threads)
    // Each thread has its own rows of both pictures.
    let rows = height / 2
    Threads.run(threads) { thread in
      mapping.map(
        old, to: new, width: width, height: height,
        rows: rows * thread / threads..<rows * (thread + 1) / threads)
    }
    return try turned(target)
  }

  private func turned(_ frame: PictureFrame) throws(CodecError) -> PictureFrame {
    guard !turn.isNone else { return frame }
    let target = try PictureFrame(engine, shape)
    guard let old = frame.planes, let new = target.planes else {
      throw CodecError("a picture has fewer planes than its format")
    }
    let (width, height, threads, turn) = (shape.width, shape.height, threads, turn)
    let byteCount = shape.format.hasSuffix("10le") ? 2 : 1
    // Each thread has its own rows.
    let rows = height / 2
    Threads.run(threads) { thread in
      turn.turn(
        old, to: new, width: width, height: height, bytesPerSample: byteCount,
        rows: rows * thread / threads..<rows * (thread + 1) / threads)
    }
    return target
  }

  private mutating func scaled(
    _ frame: PictureFrame, _ colour: CodingIndependentCodePoints, to shape: VideoFrameShape
  ) throws(CodecError) -> PictureFrame {
    let isSame =
      frame.shape.width == shape.width && frame.shape.height == shape.height
      && frame.shape.format == shape.format && colour.isFullRange == shape.colour.isFullRange
    return isSame ? frame : try scaler.scaled(frame, colour, to: shape)
  }
}
