import FieldCoding
import Files
import HEIF
internal import MovieEngineInterface
import WorkerProtocol

/// An encoder of frames that refer to each other.
@safe
struct PictureEncoder: ~Copyable {
  private let engine: boxwalk_movie_engine
  private let handle: OpaquePointer

  /// A coded picture.
  struct Packet {
    var data: [UInt8]
    /// The time of the frame.
    var time: Int64
    var isSync: Bool
    var isDisposable: Bool
  }

  init(
    _ engine: MovieCodecModule, _ encoding: VideoEncoding, _ shape: VideoFrameShape, threads: Int
  ) throws(CodecError) {
    let functions = engine.functions
    self.engine = functions
    var message = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
    let (encoder, choices) = (encoding.encoder.string, encoding.choices.string)
    let made: OpaquePointer? = shape.with { shape in
      // The strings are valid during the call, which copies them.
      unsafe encoder.withCString { encoder in
        unsafe choices.withCString { choices in
          var settings = unsafe boxwalk_movie_encoding()
          unsafe settings.encoder = encoder
          unsafe settings.shape = shape
          unsafe settings.choices = choices
          unsafe settings.timescale = Int32(clamping: max(1, encoding.timescale))
          unsafe settings.rate_numerator = Int32(clamping: max(1, encoding.rate))
          unsafe settings.rate_denominator = 1000
          unsafe settings.longest_group = Int32(clamping: encoding.longestGroup)
          unsafe settings.threads = Int32(clamping: threads)
          return unsafe functions.encoder_new(&settings, &message)
        }
      }
    }
    guard let handle = unsafe made else {
      let reason = RuntimeLibrary.text(message)
      // Its own words say nothing of the size.
      guard encoder == "libsvtav1", min(shape.width, shape.height) < 64 else {
        throw CodecError(reason)
      }
      throw CodecError(
        "frames of \(shape.width) × \(shape.height) are too small for this version of libsvtav1: \(reason)"
      )
    }
    unsafe self.handle = handle
  }

  // Only this object has the pointer.
  deinit { unsafe engine.encoder_free(handle) }

  /// The headers, which containers store separately from the samples.
  var configuration: [UInt8] { unsafe engine.configuration(of: handle) }

  /// Encodes a frame.
  ///
  /// - Parameter isKey: whether decoding has to be able to start at it.
  mutating func send(
    _ frame: PictureFrame, time: Int64, isKey: Bool = false
  ) throws(CodecError) {
    try check { unsafe engine.encoder_send(handle, frame.handle, time, isKey ? 1 : 0, &$0) }
  }

  /// Ends the input.
  mutating func end() { unsafe engine.encoder_end(handle) }

  /// A coded picture; nil if there is none yet, or if there are no more.
  mutating func receive() throws(CodecError) -> Packet? {
    var packet = unsafe boxwalk_movie_packet()
    switch unsafe engine.encoder_receive(handle, &packet) {
    case 0: return nil
    case 1:
      // The packet belongs to the encoder, and is copied here.
      let data = unsafe Array(UnsafeBufferPointer(start: packet.data, count: packet.size))
      return unsafe Packet(
        data: data, time: packet.time, isSync: packet.is_sync != 0,
        isDisposable: packet.is_disposable != 0)
    default: throw CodecError("the encoder failed")
    }
  }
}
