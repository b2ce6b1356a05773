import FieldCoding
import ISOBMFF
import WorkerProtocol

/// The encoder of each codec, and its options.
extension MoviePreset.Codec {
  /// FFmpeg's name of the encoder.
  var encoder: String {
    switch self {
    case .avc: "libx264"
    case .hevc: "libx265"
    case .av1: "libsvtav1"
    }
  }

  /// FFmpeg's name of the decoder.
  var decoder: String {
    switch self {
    case .avc: "h264"
    case .hevc: "hevc"
    case .av1: "libdav1d"
    }
  }

  /// How the encoder writes a frame.
  var stream: CodedStreamFormat { self == .av1 ? .bitstreamUnits : .byteStream }

  /// The option that makes each key frame a frame where decoding can start.
  var keys: String { self == .av1 ? "" : ":forced-idr=1" }

  /// The type of the sample entry.
  var sampleEntry: FourCC {
    switch self {
    case .avc: "avc1"
    case .hevc: "hvc1"
    case .av1: "av01"
    }
  }

  /// The sample entries of frames with this codec.
  var sampleEntries: Set<FourCC> {
    switch self {
    case .avc: ["avc1", "avc3"]
    case .hevc: ["hvc1", "hev1"]
    case .av1: ["av01"]
    }
  }

  /// The most bits per sample that are kept.
  var mostBits: UInt8 { self == .avc ? 8 : 10 }

  /// The options of the encoder.
  ///
  /// - Parameters:
  ///   - quality: 1 to 100, as in ``MovieConverter/Options/quality``.
  ///   - mostBits: the maximum bits per second on average; nil for no limit.
  ///   - threads: the number of threads that encode.
  ///   - samples: the number of luma samples in a frame.
  func choices(
    quality: Int, _ speed: EncodingSpeed, mostBits: Int?, threads: Int, samples: Int
  ) -> String {
    let quality = Double(min(max(quality, 1), 100))
    // A player has to buffer at most the data of one second.
    let limit = mostBits.map { ":maxrate=\($0):bufsize=\($0)" } ?? ""
    switch self {
    case .avc:
      let preset = speed == .fast ? "veryfast" : speed.rawValue
      let ahead = lookahead([.fast: 10, .medium: 40, .slow: 50][speed] ?? 40, samples)
      return
        "crf=\(42 - 0.3 * quality):preset=\(preset):profile=high:\(thrift(samples, speed))rc-lookahead=\(ahead)"
        + limit
    case .hevc:
      let preset = speed == .fast ? "superfast" : speed.rawValue
      // Decoding can start at each key frame. In the sandbox x265 cannot see how many cores there are.
      let ahead = lookahead([.fast: 10, .medium: 20, .slow: 25][speed] ?? 20, samples)
      let own =
        "log-level=none\\:open-gop=0\\:pools=\(threads)\\:\(thrift(samples, speed))rc-lookahead=\(ahead)"
      return "crf=\(45 - 0.3 * quality):preset=\(preset):x265-params=\(own)" + limit
    case .av1:
      let preset = [.fast: 10, .medium: 8, .slow: 5][speed] ?? 8
      return "crf=\(Int((65 - 0.5 * quality).rounded())):preset=\(preset)" + limit
    }
  }

  /// The number of frames that an encoder looks ahead: its usual number, or as many as have 17 million samples with
  /// H.264 and 12 million with HEVC, because each frame needs memory.
  private func lookahead(_ usual: Int, _ samples: Int) -> Int {
    let most = self == .hevc ? 12_000_000 : 17_000_000
    return min(usual, max(self == .hevc ? 8 : 2, most / max(1, samples)))
  }

  /// Options that reduce the memory of an encoder for large frames: it codes parts of one frame in parallel,
  /// instead of several frames, and uses fewer reference pictures above 4 million samples.
  private func thrift(_ samples: Int, _ speed: EncodingSpeed) -> String {
    guard samples > 1_500_000 else { return "" }
    if self == .hevc { return "frame-threads=1\\:" }
    let few = samples > 4_000_000 ? "bf=1:" + (speed == .fast ? "" : "refs=2:") : ""
    return "thread_type=slice:" + few
  }
}
