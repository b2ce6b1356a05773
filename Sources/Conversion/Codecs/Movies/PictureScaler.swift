import Files
import HEIF
internal import MovieEngineInterface

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
