internal import CMovieEngine
import ImageCodecs
import SystemAccess

/// A decoder of pictures that refer to each other.
@safe
struct PictureDecoder: ~Copyable {
  private let engine: boxwalk_movie_engine
  let handle: OpaquePointer

  /// A picture, good until the next call.
  struct Picture {
    /// The number of its sample.
    var sample: Int
    var width: Int
    var height: Int
    /// FFmpeg's name of the pixel format.
    var format: String
    /// Whether the decoder made up for something.
    var isDamaged: Bool
  }

  /// What came of asking for a picture.
  enum Answer {
    case picture(Picture)
    /// One could not be decoded, and others may follow.
    case lost
    /// None yet, or none any more.
    case none
  }

  init(
    _ engine: MovieEngine, _ name: String, configuration: [UInt8], threads: Int,
    largestPicture: UInt64
  ) throws(CodecError) {
    self.engine = engine.functions
    var message = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
    // Both arrays have the room that is stated.
    let made = unsafe self.engine.decoder_new(
      name, configuration, configuration.count, Int32(clamping: threads),
      "max_pixels=\(largestPicture)", &message)
    guard let handle = unsafe made else { throw CodecError(RuntimeLibrary.text(message)) }
    unsafe self.handle = handle
  }

  // Ours alone.
  deinit { unsafe engine.decoder_free(handle) }

  /// Gives it a sample; pictures that are ready were taken before.
  ///
  /// - Returns: whether it took it; it does not take what is damaged.
  mutating func send(_ data: [UInt8], sample: Int) -> Bool {
    // The array has as many bytes as are stated, which are copied.
    unsafe engine.decoder_send(handle, data, data.count, Int64(sample)) == 0
  }

  /// Nothing follows: pictures that wait for others come out.
  mutating func end() { unsafe engine.decoder_end(handle) }

  mutating func receive() -> Answer {
    var picture = unsafe boxwalk_movie_picture()
    switch unsafe engine.decoder_receive(handle, &picture) {
    case 0: return .none
    case 1:
      // FFmpeg's names are constant.
      let format = unsafe String(cString: picture.format)
      return unsafe .picture(
        Picture(
          sample: Int(clamping: picture.time), width: Int(picture.width),
          height: Int(picture.height), format: format, isDamaged: picture.is_damaged != 0))
    default: return .lost
    }
  }
}
