import CodecJob
import FieldCoding
import ISOBMFF

/// How much time an encoder takes for small files.
public enum EncodingSpeed: String, Sendable, CaseIterable {
  case fast, medium, slow
}

/// The encoder of each coding, and what it is told.
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

  /// The type of the sample entry.
  var sampleEntry: FourCC {
    switch self {
    case .avc: "avc1"
    case .hevc: "hvc1"
    case .av1: "av01"
    }
  }

  /// Sample entries of pictures that are coded so.
  var sampleEntries: Set<FourCC> {
    switch self {
    case .avc: ["avc1", "avc3"]
    case .hevc: ["hvc1", "hev1"]
    case .av1: ["av01"]
    }
  }

  /// The most bits of a sample that are kept.
  var mostBits: UInt8 { self == .avc ? 8 : 10 }

  /// The options of the encoder.
  ///
  /// - Parameters:
  ///   - quality: 1 to 100, as ``MovieConverter/Options/quality`` has it.
  ///   - mostBits: of a second, in the long run; nil for as many as that takes.
  ///   - threads: how many code.
  func choices(
    quality: Int, _ speed: EncodingSpeed, mostBits: Int?, threads: Int
  ) -> String {
    let quality = Double(min(max(quality, 1), 100))
    // What a player has to hold is the data of one second.
    let limit = mostBits.map { ":maxrate=\($0):bufsize=\($0)" } ?? ""
    switch self {
    case .avc:
      let preset = speed == .fast ? "veryfast" : speed.rawValue
      return "crf=\(42 - 0.3 * quality):preset=\(preset):profile=high" + limit
    case .hevc:
      let preset = speed == .fast ? "superfast" : speed.rawValue
      // Decoding can start at each key frame. In the sandbox x265 cannot see how many cores there are.
      let own = "log-level=none\\:open-gop=0\\:pools=\(threads)"
      return "crf=\(45 - 0.3 * quality):preset=\(preset):x265-params=\(own)" + limit
    case .av1:
      let preset = [.fast: 10, .medium: 8, .slow: 5][speed] ?? 8
      return "crf=\(Int((65 - 0.5 * quality).rounded())):preset=\(preset)" + limit
    }
  }
}
