import Movie

/// The codecs in the lists of vendors.
public enum PlayedCodec: String, CaseIterable, Sendable {
  // Video and images.
  case hevc = "HEVC"
  case avc = "H.264"
  case av1 = "AV1"
  case vvc = "VVC"
  case vp8 = "VP8"
  case vp9 = "VP9"
  case mpeg4 = "MPEG-4 Visual"
  case h263 = "H.263"
  case proRes = "ProRes"
  case motionJPEG = "Motion JPEG"
  case jpeg = "JPEG"
  case jpeg2000 = "JPEG 2000"
  case jpegXL = "JPEG XL"
  case canonRaw = "Canon raw"
  // Audio.
  case aac = "AAC LC"
  case heAAC = "HE-AAC"
  case heAACv2 = "HE-AAC v2"
  case xheAAC = "xHE-AAC"
  case mp3 = "MP3"
  case alac = "ALAC"
  case flac = "FLAC"
  case opus = "Opus"
  case ac3 = "AC-3"
  case eac3 = "E-AC-3"
  case ac4 = "AC-4"
  case pcm = "PCM"
  case muLaw = "µ-law PCM"
  case aLaw = "A-law PCM"
  case amr = "AMR"
  case amrWB = "AMR-WB"
  case mpegH = "MPEG-H 3D Audio"

  /// The codec by its name in a summary, or by its profile if that is more precise. Nil for others.
  init?(_ format: CodecDescription) {
    if let codec = format.profile.flatMap(PlayedCodec.init(rawValue:)), codec.isProfile {
      self = codec
      return
    }
    let name = format.name
    if name.hasPrefix("ProRes"), !name.contains("RAW") {
      self = .proRes
    } else if name.hasSuffix("HEVC"), name != "L-HEVC" {
      self = .hevc
    } else if name.hasPrefix("AVC") || name == "Dolby Vision AVC" {
      self = .avc
    } else if name == "Dolby Vision AV1" {
      self = .av1
    } else if let codec = PlayedCodec(rawValue: name) {
      self = codec
    } else {
      return nil
    }
  }

  /// Whether it is identified by the part that summaries show as a profile.
  private var isProfile: Bool {
    switch self {
    case .aac, .heAAC, .heAACv2, .xheAAC, .mp3: true
    default: false
    }
  }
}
