import Files
internal import MovieEngineInterface

/// An encoder of audio, and the mixer before it.
@safe
struct AudioEncoder: ~Copyable {
  private let engine: boxwalk_movie_engine
  private let audio: boxwalk_audio_engine
  private let handle: OpaquePointer
  private let mixer: OpaquePointer
  /// Samples of a packet.
  let packetLength: Int
  /// The samples that a decoder returns before the first sample of the source.
  let priming: Int

  /// - Parameters:
  ///   - name: FFmpeg's name.
  ///   - rate: samples per second.
  ///   - bitRate: bits per second, of all channels.
  init(
    _ engine: MovieCodecModule, _ name: String, rate: Int, channels: Int, bitRate: Int
  ) throws(CodecError) {
    self.engine = engine.functions
    audio = engine.audio
    var message = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
    let (rate, channels) = (Int32(clamping: rate), Int32(clamping: channels))
    var (length, before): (Int32, Int32) = (0, 0)
    guard let mixer = unsafe audio.mixer_new(rate, channels, &message) else {
      throw CodecError(RuntimeLibrary.text(message))
    }
    // The string is valid during the call.
    guard
      let handle = unsafe audio.encoder_new(
        name, rate, channels, Int64(bitRate), &length, &before, &message)
    else {
      unsafe audio.mixer_free(mixer)
      throw CodecError(RuntimeLibrary.text(message))
    }
    unsafe self.mixer = mixer
    unsafe self.handle = handle
    (packetLength, priming) = (Int(length), Int(before))
  }

  // Only this object has the two pointers.
  deinit {
    unsafe engine.encoder_free(handle)
    unsafe audio.mixer_free(mixer)
  }

  /// The headers, which containers store separately from the samples.
  var configuration: [UInt8] { unsafe engine.configuration(of: handle) }

  /// The number of samples that wait for the encoder.
  var readyCount: Int { Int(unsafe audio.mixer_ready(mixer)) }

  /// Prepares for audio in the form of the decoder's last piece.
  mutating func begin(_ decoder: borrowing AudioDecoder) throws(CodecError) {
    let (audio, mixer, decoder) = unsafe (audio, mixer, decoder.handle)
    try check { unsafe audio.mixer_begin(mixer, decoder, &$0) }
  }

  /// Adds the decoder's last piece, without its first samples.
  mutating func add(_ decoder: borrowing AudioDecoder, without count: Int) throws(CodecError) {
    let (audio, mixer, decoder) = unsafe (audio, mixer, decoder.handle)
    try check { unsafe audio.mixer_add(mixer, decoder, Int32(clamping: count), &$0) }
  }

  /// Adds samples of silence, at the rate of the added audio.
  mutating func addSilence(_ count: Int) throws(CodecError) {
    let (audio, mixer) = unsafe (audio, mixer)
    try check { unsafe audio.mixer_add_silence(mixer, Int32(clamping: count), &$0) }
  }

  /// Encodes the first samples that wait.
  mutating func encode(_ count: Int, time: Int64) throws(CodecError) {
    let (audio, mixer, handle) = unsafe (audio, mixer, handle)
    try check { unsafe audio.encoder_send(handle, mixer, Int32(clamping: count), time, &$0) }
  }

  /// Ends the input.
  mutating func end() { unsafe engine.encoder_end(handle) }

  /// A packet, and its start; nil if there is none yet, or if there are no more.
  mutating func receive() throws(CodecError) -> (data: [UInt8], time: Int64)? {
    var packet = unsafe boxwalk_movie_packet()
    switch unsafe engine.encoder_receive(handle, &packet) {
    case 0: return nil
    case 1:
      // The packet belongs to the encoder, and is copied here.
      return unsafe (
        Array(UnsafeBufferPointer(start: packet.data, count: packet.size)), packet.time
      )
    default: throw CodecError("the encoder of audio failed")
    }
  }
}
