import CodecJob
import FieldCoding
import ISOBMFF

/// The encoder of each coding, and its options.
extension MoviePreset.Coding {
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

  /// How the encoder writes a picture.
  var stream: CodedStreamFormat { self == .av1 ? .bitstreamUnits : .byteStream }

  /// The option that makes each key frame a picture where decoding can start.
  var keys: String { self == .av1 ? "" : ":forced-idr=1" }

  /// The type of the sample entry.
  var sampleEntry: FourCC {
    switch self {
    case .avc: "avc1"
    case .hevc: "hvc1"
    case .av1: "av01"
    }
  }

  /// The sample entries of pictures with this coding.
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
  ///   - samples: the number of luma samples in a picture.
  func choices(
    quality: Int, _ speed: EncodingSpeed, mostBits: Int?, threads: Int, samples: Int
  ) -> String {
    let quality = Double(min(max(quality, 1), 100))
    // A player has to buffer at most the data of one second.
    let limit = mostBits.map { ":maxrate=\($0):bufsize=\($0)" } ?? ""
    switch self {
    case .avc:
      let preset = speed == .fast ? "veryfast" : speed.rawValue
      let usual = [.fast: 10, .medium: 40, .slow: 50][speed] ?? 40
      let thrift = AVCThrift(samples: samples, threads: threads, speed)
      return
        "crf=\(42 - 0.3 * quality):preset=\(preset):profile=high:\(thrift.choices)rc-lookahead=\(thrift.lookahead(usual))"
        + limit
    case .hevc:
      let preset = speed == .fast ? "superfast" : speed.rawValue
      // Decoding can start at each key frame. In the sandbox x265 cannot see how many cores there are.
      let usual = [.fast: 10, .medium: 20, .slow: 25][speed] ?? 20
      let ahead = min(usual, max(8, 12_000_000 / max(1, samples)))
      // The threads code parts of one picture instead of several pictures, each of which needs memory.
      let frames = samples > 1_500_000 ? "frame-threads=1\\:" : ""
      let own =
        "log-level=none\\:open-gop=0\\:pools=\(threads)\\:\(frames)rc-lookahead=\(ahead)"
      return "crf=\(45 - 0.3 * quality):preset=\(preset):x265-params=\(own)" + limit
    case .av1:
      let preset = [.fast: 10, .medium: 8, .slow: 5][speed] ?? 8
      return "crf=\(Int((65 - 0.5 * quality).rounded())):preset=\(preset)" + limit
    }
  }
}

/// The options of x264 that limit its memory: each picture that it holds needs some.
private struct AVCThrift {
  /// The number of luma samples in a picture.
  let samples: Int
  let threads: Int
  let speed: EncodingSpeed

  init(samples: Int, threads: Int, _ speed: EncodingSpeed) {
    (self.samples, self.threads, self.speed) = (max(1, samples), threads, speed)
  }

  private enum Parallelism {
    /// Each thread codes a picture, and one more thread looks ahead.
    case pictures
    /// Each thread codes a picture. There are few threads, and none only looks ahead.
    case fewPictures
    /// The threads code parts of one picture. They often wait for each other.
    case slices
  }

  private var parallelism: Parallelism {
    if samples <= 1_500_000 { return .pictures }
    return threads <= 2 && samples <= 2_200_000 ? .fewPictures : .slices
  }

  var choices: String {
    switch parallelism {
    case .pictures: return ""
    case .fewPictures: return "x264-params=sync-lookahead=0:"
    case .slices:
      // Above 4 million samples, it also uses fewer reference pictures.
      let few = samples > 4_000_000 ? "bf=1:" + (speed == .fast ? "" : "refs=2:") : ""
      return "thread_type=slice:" + few
    }
  }

  /// The number of pictures that x264 looks ahead: its usual number, or as many as the memory is for.
  func lookahead(_ usual: Int) -> Int {
    let most = parallelism == .fewPictures ? 11_000_000 : 17_000_000
    return min(usual, max(2, most / samples))
  }
}
