import FieldCoding
import Files
import HEIF
internal import MovieEngineInterface
import WorkerProtocol

/// A decoder of frames that refer to each other.
@safe
struct PictureDecoder: ~Copyable {
  private let engine: boxwalk_movie_engine
  /// Whether samples are TIFF frames from which fields are removed that FFmpeg does not know.
  private let takesCodingFields: Bool
  let handle: OpaquePointer

  /// The result of asking for a frame.
  enum Answer {
    case picture(PictureFrame)
    /// A frame could not be decoded; others may follow.
    case lost
    /// There is no frame yet, or no more.
    case none
  }

  /// - Parameter findsDamage: whether a damaged sample is refused, or reported as lost at once; then only one sample is
  ///   decoded at a time.
  init(
    _ engine: MovieCodecModule, _ coding: SampleCoding, threads: Int, largestFrame: UInt64,
    findsDamage: Bool = false
  ) throws(CodecError) {
    let functions = engine.functions
    self.engine = functions
    takesCodingFields = findsDamage && coding.decoder.string == "tiff"
    var message = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
    let configuration = Array(coding.configuration)
    // FFmpeg needs a palette of 256 colours, one for each value of eight bits; values without a colour are black.
    let palette = (coding.palette + Array(repeating: 0xFF00_0000, count: 256)).prefix(256)
    // All are valid during the call, which copies them.
    let made = unsafe coding.decoder.string.withCString { decoder in
      unsafe configuration.withUnsafeBufferPointer { configuration in
        unsafe palette.withUnsafeBufferPointer { palette in
          var settings = unsafe boxwalk_movie_coding()
          unsafe settings.decoder = decoder
          unsafe settings.configuration = configuration.baseAddress
          unsafe settings.size = configuration.count
          unsafe settings.width = Int32(coding.width)
          unsafe settings.height = Int32(coding.height)
          unsafe settings.bits_per_pixel = Int32(coding.bitsPerPixel)
          unsafe settings.entry_type = coding.entryType
          unsafe settings.palette = coding.palette.isEmpty ? nil : palette.baseAddress
          unsafe settings.first_field = Int32(coding.firstField)
          unsafe settings.largest_picture = Int64(clamping: largestFrame)
          unsafe settings.threads = Int32(clamping: threads)
          unsafe settings.finds_damage = findsDamage ? 1 : 0
          return unsafe functions.decoder_new(&settings, &message)
        }
      }
    }
    guard let handle = unsafe made else { throw CodecError(RuntimeLibrary.text(message)) }
    unsafe self.handle = handle
  }

  // Only this object has the pointer.
  deinit { unsafe engine.decoder_free(handle) }

  /// Sends a sample. Finished frames have to be received first.
  ///
  /// - Parameter isSync: whether decoding can start with it.
  /// - Returns: whether the decoder accepted it; it refuses damaged samples.
  mutating func send(_ data: [UInt8], sample: Int, isSync: Bool) -> Bool {
    let data = takesCodingFields ? TIFFDecoderFields.alone(in: data) : data
    // The array has as many bytes as are stated, which are copied.
    return unsafe engine.decoder_send(handle, data, data.count, Int64(sample), isSync ? 1 : 0) == 0
  }

  /// Ends the input, so that frames that are held back are returned.
  mutating func end() { unsafe engine.decoder_end(handle) }

  mutating func receive() -> Answer {
    var picture = unsafe boxwalk_movie_picture()
    var frame: OpaquePointer?
    let result = unsafe engine.decoder_receive(handle, &frame, &picture)
    switch (result, unsafe frame) {
    case (0, _): return .none
    case (1, let frame?): return unsafe .picture(PictureFrame(engine, frame, picture))
    default: return .lost
    }
  }
}
