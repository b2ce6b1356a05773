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
    }
  }

  /// FFmpeg's name of the decoder.
  var decoder: String {
    switch self {
    case .avc: "h264"
    case .hevc: "hevc"
    }
  }

  /// The type of the sample entry.
  var sampleEntry: FourCC {
    switch self {
    case .avc: "avc1"
    case .hevc: "hvc1"
    }
  }

  /// Sample entries of pictures that are coded so.
  var sampleEntries: Set<FourCC> {
    switch self {
    case .avc: ["avc1", "avc3"]
    case .hevc: ["hvc1", "hev1"]
    }
  }

  /// The most bits of a sample that are kept.
  var mostBits: UInt8 { self == .avc ? 8 : 10 }

  /// The options of the encoder.
  ///
  /// - Parameter quality: 1 to 100, as ``MovieConverter/Options/quality`` has it.
  func choices(quality: Int, _ speed: EncodingSpeed) -> String {
    let quality = Double(min(max(quality, 1), 100))
    switch self {
    case .avc:
      let preset = speed == .fast ? "veryfast" : speed.rawValue
      return "crf=\(42 - 0.3 * quality):preset=\(preset):profile=high"
    case .hevc:
      let preset = speed == .fast ? "superfast" : speed.rawValue
      // Decoding can start at each key frame.
      return "crf=\(45 - 0.3 * quality):preset=\(preset):x265-params=log-level=none\\:open-gop=0"
    }
  }
}
