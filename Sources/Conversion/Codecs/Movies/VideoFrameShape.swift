import Files
import HEIF
internal import MovieEngineInterface
import WorkerProtocol

/// The common properties of the frames of a track.
struct VideoFrameShape: Equatable {
  var width: Int
  var height: Int
  /// FFmpeg's name of the pixel format: `yuv420p10le`.
  var format: String
  /// The colour of the samples.
  var colour: CodingIndependentCodePoints
  /// The position of chroma samples: `Chroma420SampleLocType` + 1; 0 if it is unknown.
  var chromaLocation: Int

  /// The shape of the frames that are encoded according to `encoding`, if the first frame is `picture`.
  ///
  /// - Parameter isMapped: whether its colours are mapped to BT.709.
  init(_ picture: PictureFrame, as encoding: VideoEncoding, isMapped: Bool) {
    self = picture.shape
    colour = isMapped ? BT709Mapping.colour : lumaColour(encoding)
    if encoding.limitsRange { colour.isFullRange = false }
    let isDeep = picture.bitDepth > 8 && encoding.mostBits > 8 && !isMapped
    // An older name of 4:2:0 with full range, which needs no conversion. Encoders of AV1 do not support it.
    let knowsOldName = encoding.stream == .byteStream
    if format != "yuvj420p" || !colour.isFullRange || !knowsOldName {
      format = isDeep ? VideoFrameShape.deepFormat : "yuv420p"
    }
    let shorter = min(width, height)
    if encoding.shorterSide > 0, shorter > encoding.shorterSide {
      width = Int((Double(width) * Double(encoding.shorterSide) / Double(shorter)).rounded())
      height = Int((Double(height) * Double(encoding.shorterSide) / Double(shorter)).rounded())
    }
    // One sample of chroma is for two of luma, in both directions.
    (width, height) = (max(2, width & ~1), max(2, height & ~1))
  }

  /// The colour of the samples as luma and chroma, in which all encoders get them. Red, green and blue have no matrix, so
  /// that they get that of their primaries.
  func lumaColour(_ encoding: VideoEncoding) -> CodingIndependentCodePoints {
    var colour = colour.stated(by: encoding)
    if isRGB, !VideoFrameShape.convertedMatrices.contains(colour.matrixCoefficients) {
      colour.matrixCoefficients =
        switch colour.colourPrimaries {
        case 5, 6: 6
        case 9: 9
        default: 1
        }
    } else if colour.matrixCoefficients == 0 {
      // Luma and chroma cannot have the matrix of red, green and blue.
      colour.matrixCoefficients = 1
    }
    return colour
  }

  /// The matrices of ITU-T H.273 with which swscale makes luma and chroma of red, green and blue.
  private static let convertedMatrices: Set<UInt16> = [1, 4, 5, 6, 7, 9]

  /// Whether the samples are red, green and blue, or colours of a palette.
  private var isRGB: Bool {
    format == "pal8" || ["rgb", "bgr", "gbr"].contains { format.contains($0) }
  }

  /// The shape of frames that are rotated.
  func rotated(_ rotation: PlaneRotation) -> VideoFrameShape {
    guard !rotation.isNone else { return self }
    var shape = self
    if rotation.swapsSides { (shape.width, shape.height) = (height, width) }
    // The position of chroma samples is another one after a rotation, and it may have no number.
    shape.chromaLocation = 0
    return shape
  }

  /// Calls `body` with the shape as the engine's structure; it is valid until `body` returns.
  @safe
  func with<Result>(_ body: (boxwalk_movie_shape) -> Result) -> Result {
    // The string is valid during the call.
    unsafe format.withCString { format in
      var shape = unsafe boxwalk_movie_shape()
      unsafe shape.width = Int32(clamping: width)
      unsafe shape.height = Int32(clamping: height)
      unsafe shape.format = format
      unsafe shape.colour = boxwalk_movie_colour(colour, chromaLocation: chromaLocation)
      return unsafe body(shape)
    }
  }
}

extension VideoFrameShape {
  /// The shape of a frame of the engine.
  @safe
  init(_ picture: boxwalk_movie_picture) {
    // FFmpeg's names are constant.
    unsafe self.init(
      width: Int(picture.width), height: Int(picture.height),
      format: String(cString: picture.format), colour: CodingIndependentCodePoints(picture.colour),
      chromaLocation: Int(picture.colour.chroma_location))
  }

  init(
    width: Int, height: Int, format: String, colour: CodingIndependentCodePoints,
    chromaLocation: Int
  ) {
    (self.width, self.height, self.format) = (width, height, format)
    (self.colour, self.chromaLocation) = (colour, chromaLocation)
  }

  /// 4:2:0 with 10 bits.
  private static let deepFormat = "yuv420p10le"

  /// The bits of a sample, if frames of this shape are encoded.
  var codedBitDepth: Int { format == VideoFrameShape.deepFormat ? 10 : 8 }

  /// The chroma of the frames, if it has more samples than 4:2:0; empty if not.
  var finerChroma: String {
    if isRGB { return "RGB" }
    // FFmpeg's names say it, but for some that graphics processors use.
    if ["444", "nv24", "nv42", "p41", "vuya", "vuyx", "ayuv", "xv3"].contains(
      where: format.contains)
    {
      return "4:4:4"
    }
    return ["422", "nv16", "nv20", "p21", "y21"].contains(where: format.contains) ? "4:2:2" : ""
  }

  /// Whether frames are partly transparent.
  var hasAlpha: Bool {
    ["yuva", "gbrap", "rgba", "bgra", "argb", "abgr", "ya8", "ya16"].contains {
      format.hasPrefix($0)
    }
  }
}

extension CodingIndependentCodePoints {
  fileprivate init(_ colour: boxwalk_movie_colour) {
    self.init()
    colourPrimaries = UInt16(clamping: colour.primaries)
    transferCharacteristics = UInt16(clamping: colour.transfer)
    matrixCoefficients = UInt16(clamping: colour.matrix)
    isFullRange = colour.is_full_range != 0
  }

  /// The same colours, except for those that the container states.
  func stated(by encoding: VideoEncoding) -> CodingIndependentCodePoints {
    var colour = self
    let stated = encoding.stated
    if stated.colourPrimaries != 2 { colour.colourPrimaries = stated.colourPrimaries }
    if stated.transferCharacteristics != 2 {
      colour.transferCharacteristics = stated.transferCharacteristics
    }
    if stated.matrixCoefficients != 2 { colour.matrixCoefficients = stated.matrixCoefficients }
    if encoding.statesRange { colour.isFullRange = stated.isFullRange }
    return colour.withMeaning
  }
}

extension boxwalk_movie_colour {
  init(_ colour: CodingIndependentCodePoints, chromaLocation: Int) {
    self.init(
      primaries: Int32(colour.colourPrimaries), transfer: Int32(colour.transferCharacteristics),
      matrix: Int32(colour.matrixCoefficients), is_full_range: colour.isFullRange ? 1 : 0,
      chroma_location: Int32(clamping: chromaLocation))
  }
}

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

/// Converts decoded pictures to another size and pixel format.
@safe
struct PictureScaler: ~Copyable {
  private let engine: boxwalk_movie_engine
  private let handle: OpaquePointer

  init(_ engine: MovieCodecModule) throws(CodecError) {
    self.engine = engine.functions
    guard let handle = self.engine.scaler_new() else {
      throw CodecError("there is no memory for a frame")
    }
    unsafe self.handle = handle
  }

  // Only this object has the pointer.
  deinit { unsafe engine.scaler_free(handle) }

  /// A frame in another shape.
  ///
  /// - Parameter colour: the colour of its samples.
  mutating func scaled(
    _ frame: PictureFrame, _ colour: CodingIndependentCodePoints, to shape: VideoFrameShape
  ) throws(CodecError) -> PictureFrame {
    var message = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
    let source = boxwalk_movie_colour(colour, chromaLocation: frame.shape.chromaLocation)
    let (functions, handle) = unsafe (engine, handle)
    var picture = unsafe boxwalk_movie_picture()
    let made: OpaquePointer? = shape.with { shape in
      // All of them outlive the call.
      unsafe withUnsafePointer(to: shape) { shape in
        unsafe functions.scale(handle, frame.handle, source, shape, &picture, &message)
      }
    }
    guard let made = unsafe made else { throw CodecError(RuntimeLibrary.text(message)) }
    return unsafe PictureFrame(functions, made, picture)
  }
}
