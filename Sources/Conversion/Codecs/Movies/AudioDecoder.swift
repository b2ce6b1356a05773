import FieldCoding
import Files
internal import MovieEngineInterface
import WorkerProtocol

/// A decoder of audio.
@safe
struct AudioDecoder: ~Copyable {
  private let engine: boxwalk_movie_engine
  private let audio: boxwalk_audio_engine
  let handle: OpaquePointer

  /// Samples of all channels, valid until the next call.
  struct Piece {
    /// The number of the packet that it starts; nil if it continues the same packet.
    var packet: Int?
    /// Samples per second.
    var rate: Int
    var channels: Int
    /// Samples of each channel.
    var count: Int
  }

  /// The result of asking for audio.
  enum Answer {
    case piece(Piece)
    /// Some could not be decoded, and more may follow.
    case lost
    /// There is no piece yet, or no more.
    case none
  }

  init(_ engine: MovieCodecModule, _ coding: AudioCoding) throws(CodecError) {
    self.engine = engine.functions
    audio = engine.audio
    let audio = audio
    let (name, configuration) = (coding.decoder.string, Array(coding.configuration))
    let positions = coding.positions
    var message = [CChar](repeating: 0, count: Int(BOXWALK_MOVIE_MESSAGE))
    // The string and the arrays are valid during the call, which copies them.
    let made = unsafe name.withCString { name in
      unsafe configuration.withUnsafeBufferPointer { configuration in
        unsafe positions.withUnsafeBufferPointer { positions in
          var settings = unsafe boxwalk_audio_coding()
          unsafe settings.decoder = name
          unsafe settings.configuration = configuration.baseAddress
          unsafe settings.configuration_size = configuration.count
          unsafe settings.rate = Int32(clamping: coding.sampleRate)
          unsafe settings.channels = Int32(coding.channelCount)
          unsafe settings.bits_per_sample = Int32(coding.bitsPerSample)
          unsafe settings.packet_size = Int32(clamping: coding.packetSize)
          unsafe settings.positions = positions.baseAddress
          unsafe settings.position_count = Int32(positions.count)
          return unsafe audio.decoder_new(&settings, &message)
        }
      }
    }
    guard let handle = unsafe made else { throw CodecError(RuntimeLibrary.text(message)) }
    unsafe self.handle = handle
  }

  // Only this object has the pointer.
  deinit { unsafe engine.decoder_free(handle) }

  /// Sends data. Finished pieces have to be received first.
  ///
  /// - Parameter packet: the number of the packet that starts with it; nil if it continues the same packet.
  /// - Returns: whether the decoder accepted it; it refuses damaged data.
  mutating func send(_ data: [UInt8], packet: Int?) -> Bool {
    // The array has as many bytes as are stated, which are copied.
    unsafe engine.decoder_send(handle, data, data.count, Int64(packet ?? -1), 1) == 0
  }

  /// The level of some samples of the last piece; full scale is 1.
  borrowing func level(_ samples: Range<Int>) -> (peak: Float, squares: Double) {
    var level = boxwalk_audio_level()
    unsafe audio.decoder_level(
      handle, Int32(clamping: samples.lowerBound), Int32(clamping: samples.count), &level)
    return (level.peak, level.squares)
  }

  /// Ends the input.
  mutating func end() { unsafe engine.decoder_end(handle) }

  mutating func receive() -> Answer {
    var piece = boxwalk_audio_piece()
    switch unsafe audio.decoder_receive(handle, &piece) {
    case 0: return .none
    case 1:
      return .piece(
        Piece(
          packet: piece.time < 0 ? nil : Int(clamping: piece.time), rate: Int(piece.rate),
          channels: Int(piece.channels), count: Int(piece.count)))
    default: return .lost
    }
  }
}

/// The frames of a packet, because decoders need one at a time.
enum AudioDecoderFrames {
  /// The number of bytes that follow the first one in a frame of AMR, by its type (3GPP TS 26.101 §4, 26.201 §4).
  private static let sizes: [String: [Int]] = [
    "amrnb": [12, 13, 15, 17, 19, 20, 26, 31, 5, 0, 0, 0, 0, 0, 0, 0],
    "amrwb": [17, 23, 32, 36, 40, 46, 50, 58, 60, 5, 0, 0, 0, 0, 0, 0],
  ]

  /// - Parameter decoder: FFmpeg's name. Only decoders of AMR need packets in parts.
  static func ranges(in data: [UInt8], _ decoder: String) -> [Range<Int>] {
    guard let sizes = sizes[decoder] else { return [data.indices] }
    var ranges: [Range<Int>] = []
    var start = 0
    while start < data.count {
      let end = min(start + 1 + sizes[Int(data[start] >> 3 & 15)], data.count)
      ranges.append(start..<end)
      start = end
    }
    return ranges
  }
}
