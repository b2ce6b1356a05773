internal import MovieEngineInterface

/// A frame in memory of the engine. Its creator may fill it; after that, it does not change.
@safe
final class PictureFrame: @unchecked Sendable {
  private let engine: boxwalk_movie_engine
  let handle: OpaquePointer
  let shape: VideoFrameShape
  /// Bits of a sample of luma.
  let bitDepth: Int
  /// Its luma plane and its two chroma planes; nil if it has other planes.
  let planes: PicturePlanes?
  /// Its samples, and their properties as the engine states them.
  let content: boxwalk_movie_picture
  /// The number of the sample that it was decoded from.
  let sample: Int
  /// Whether the decoder concealed an error.
  let isDamaged: Bool
  /// Whether it consists of two fields of different moments.
  let isInterlaced: Bool

  /// - Parameter handle: is owned by this object.
  init(_ engine: boxwalk_movie_engine, _ handle: OpaquePointer, _ picture: boxwalk_movie_picture) {
    self.engine = engine
    unsafe self.handle = handle
    unsafe content = picture
    shape = VideoFrameShape(picture)
    bitDepth = unsafe Int(picture.depth)
    planes = PicturePlanes(picture)
    sample = unsafe Int(clamping: picture.time)
    isDamaged = unsafe picture.is_damaged != 0
    isInterlaced = unsafe picture.is_interlaced != 0
  }

  /// Memory for a frame of a shape.
  convenience init(_ engine: MovieCodecModule, _ shape: VideoFrameShape) throws(CodecError) {
    let functions = engine.functions
    var picture = unsafe boxwalk_movie_picture()
    let made: OpaquePointer? = shape.with { shape in
      // Both outlive the call.
      unsafe withUnsafePointer(to: shape) { shape in unsafe functions.frame_new(shape, &picture) }
    }
    guard let made = unsafe made else { throw CodecError("there is no memory for a frame") }
    unsafe self.init(functions, made, picture)
  }

  // Only this object has the pointer.
  deinit { unsafe engine.frame_free(handle) }
}

extension PicturePlanes {
  /// The planes of a frame of the engine; nil if it has fewer.
  @safe
  init?(_ picture: boxwalk_movie_picture) {
    let (planes, strides) = unsafe (picture.planes, picture.strides)
    unsafe self.init(
      [
        UnsafeMutableRawPointer(planes.0), UnsafeMutableRawPointer(planes.1),
        UnsafeMutableRawPointer(planes.2),
      ],
      strides: [strides.0, strides.1, strides.2])
  }
}
