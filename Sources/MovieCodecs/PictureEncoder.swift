internal import CMovieEngine
import CodecJob
import FieldCoding
import ImageCodecs
import SystemAccess

/// An encoder of pictures that refer to each other.
@safe
struct PictureEncoder: ~Copyable {
  private let engine: boxwalk_movie_engine
  private let handle: OpaquePointer
  /// Made with the first picture that has another size or format.
  private var scaler: OpaquePointer?
  private let encoding: PictureEncoding
  private var isOpen = false

  /// A coded picture.
  struct Packet {
    var data: [UInt8]
    /// That of the picture.
    var time: Int64
    var isSync: Bool
    var isDisposable: Bool
  }

  init(
    _ engine: MovieEngine, _ encoding: PictureEncoding, threads: Int
  ) throws(CodecError) {
    let functions = engine.functions
    self.engine = functions
    self.encoding = encoding
    unsafe scaler = nil
    var message = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
    let (encoder, format, choices) = (
      encoding.encoder.string, encoding.format.string, encoding.choices.string
    )
    // The strings live during the call, which copies them.
    let made = unsafe encoder.withCString { encoder in
      unsafe format.withCString { format in
        unsafe choices.withCString { choices in
          var settings = unsafe boxwalk_movie_encoding()
          unsafe settings.encoder = encoder
          unsafe settings.format = format
          unsafe settings.choices = choices
          unsafe settings.width = Int32(clamping: encoding.width)
          unsafe settings.height = Int32(clamping: encoding.height)
          unsafe settings.colour.primaries = Int32(encoding.primaries)
          unsafe settings.colour.transfer = Int32(encoding.transfer)
          unsafe settings.colour.matrix = Int32(encoding.matrix)
          unsafe settings.colour.is_full_range = encoding.isFullRange ? 1 : 0
          unsafe settings.timescale = Int32(clamping: max(1, encoding.timescale))
          unsafe settings.rate_numerator = Int32(clamping: max(1, encoding.rate))
          unsafe settings.rate_denominator = 1000
          unsafe settings.longest_group = Int32(clamping: encoding.longestGroup)
          unsafe settings.threads = Int32(clamping: threads)
          return unsafe functions.encoder_new(&settings, &message)
        }
      }
    }
    guard let handle = unsafe made else { throw CodecError(RuntimeLibrary.text(message)) }
    unsafe self.handle = handle
  }

  // Both are ours alone.
  deinit {
    unsafe engine.encoder_free(handle)
    unsafe engine.scaler_free(scaler)
  }

  /// What containers keep beside samples.
  var configuration: [UInt8] {
    var size = 0
    // It belongs to the encoder, and is copied here.
    guard let bytes = unsafe engine.encoder_configuration(handle, &size) else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
  }

  /// Codes the picture that the decoder gave last, scaled where it has to be.
  mutating func send(
    _ picture: PictureDecoder.Picture, of decoder: borrowing PictureDecoder, time: Int64
  ) throws(CodecError) {
    var message = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
    if !isOpen {
      guard unsafe engine.encoder_open(handle, decoder.handle, &message) == 0 else {
        throw CodecError(RuntimeLibrary.text(message))
      }
      isOpen = true
    }
    let isSame =
      picture.width == Int(encoding.width) && picture.height == Int(encoding.height)
      && picture.format == encoding.format.string
    var result: Int32
    if isSame {
      result = unsafe engine.encoder_send_decoded(handle, decoder.handle, time, &message)
    } else {
      var target = unsafe boxwalk_movie_picture()
      guard unsafe engine.encoder_picture(handle, &target) == 0 else {
        throw CodecError("there is no memory for a picture")
      }
      result = unsafe engine.scale(&scaler, decoder.handle, handle, &message)
      if result == 0 { result = unsafe engine.encoder_send(handle, time, &message) }
    }
    guard result == 0 else { throw CodecError(RuntimeLibrary.text(message)) }
  }

  /// Nothing follows.
  mutating func end() { if isOpen { unsafe engine.encoder_end(handle) } }

  /// A coded picture; nil if there is none yet, or none any more.
  mutating func receive() throws(CodecError) -> Packet? {
    guard isOpen else { return nil }
    var packet = unsafe boxwalk_movie_packet()
    switch unsafe engine.encoder_receive(handle, &packet) {
    case 0: return nil
    case 1:
      // It belongs to the encoder, and is copied here.
      let data = unsafe Array(UnsafeBufferPointer(start: packet.data, count: packet.size))
      return unsafe Packet(
        data: data, time: packet.time, isSync: packet.is_sync != 0,
        isDisposable: packet.is_disposable != 0)
    default: throw CodecError("the encoder failed")
    }
  }
}
