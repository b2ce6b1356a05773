import Files
import HEIF
import WorkerProtocol

/// Converts decoded pictures to the shape in which they are encoded, maps their colours to BT.709 if requested, and
/// rotates them. The first frame determines the shape.
struct VideoFrameShaping: ~Copyable {
  let shape: VideoFrameShape
  /// Whether colours are brought into BT.709.
  var isMapped: Bool { mapping != nil }
  /// The shape before frames are rotated.
  private let unrotated: VideoFrameShape
  private let rotation: PlaneRotation
  private let engine: MovieCodecModule
  private var scaler: PictureScaler
  private let encoding: VideoEncoding
  private let mapping: BT709Mapping?
  private let threads: Int

  init(
    _ engine: MovieCodecModule, _ encoding: VideoEncoding, _ first: PictureFrame, threads: Int
  ) throws(CodecError) {
    let peak = encoding.peakLuminance > 0 ? Double(encoding.peakLuminance) : nil
    let mapping =
      encoding.mapsColours
      ? try BT709Mapping(first.shape.lumaColour(encoding), peak: peak) : nil
    let scaler = try PictureScaler(engine)
    unrotated = VideoFrameShape(first, as: encoding, isMapped: mapping != nil)
    rotation = PlaneRotation(quarters: Int(encoding.quarters), isMirrored: encoding.isMirrored)
    shape = unrotated.rotated(rotation)
    (self.engine, self.encoding, self.mapping, self.threads) = (engine, encoding, mapping, threads)
    self.scaler = scaler
  }

  /// The frame in ``shape``.
  mutating func shaped(_ frame: PictureFrame) throws(CodecError) -> PictureFrame {
    let colour = frame.shape.colour.stated(by: encoding)
    guard let mapping else { return try rotated(scaled(frame, colour, to: unrotated)) }
    let shape = unrotated
    var deep = shape
    deep.format = "yuv420p10le"
    deep.colour = frame.shape.lumaColour(encoding)
    let source = try scaled(frame, colour, to: deep)
    let target = try PictureFrame(engine, shape)
    guard let old = source.planes, let new = target.planes else {
      throw CodecError("a frame has fewer planes than its format")
    }
    let (width, height, threads) = (shape.width, shape.height, threads)
    // Each thread has its own rows of both frames.
    let rows = height / 2
    Threads.run(threads) { thread in
      mapping.map(
        old, to: new, width: width, height: height,
        rows: rows * thread / threads..<rows * (thread + 1) / threads)
    }
    return try rotated(target)
  }

  private func rotated(_ frame: PictureFrame) throws(CodecError) -> PictureFrame {
    guard !rotation.isNone else { return frame }
    let target = try PictureFrame(engine, shape)
    guard let old = frame.planes, let new = target.planes else {
      throw CodecError("a frame has fewer planes than its format")
    }
    let (width, height, threads, rotation) = (shape.width, shape.height, threads, rotation)
    let byteCount = shape.format.hasSuffix("10le") ? 2 : 1
    // Each thread has its own rows.
    let rows = height / 2
    Threads.run(threads) { thread in
      rotation.rotate(
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
