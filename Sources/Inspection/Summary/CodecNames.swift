import ISOBMFF

/// What codings are called, where a name says more than the four characters of a sample entry.
enum CodecNames {
  static func name(_ type: FourCC) -> String? { names[type] }

  /// The name of what an elementary stream descriptor holds: `DTS core`. Nil for MPEG-4 video and for AAC
  /// and MP3, of which the profile says more.
  static func name(object: UInt8?) -> String? {
    guard let object, ![0x20, 0x40, 0x66, 0x67, 0x68, 0x69, 0x6B].contains(object) else {
      return nil
    }
    return DescriptorNames.objectTypes[UInt64(object)]?.prefix { $0 != "," }.description
  }

  private static let names: [FourCC: String] = [
    "hvc1": "HEVC", "hev1": "HEVC", "lhv1": "L-HEVC", "dvh1": "Dolby Vision HEVC",
    "dvhe": "Dolby Vision HEVC", "dva1": "Dolby Vision AVC", "dvav": "Dolby Vision AVC",
    "dav1": "Dolby Vision AV1", "avc1": "AVC (H.264)", "avc3": "AVC (H.264)", "av01": "AV1",
    "vvc1": "VVC", "vvi1": "VVC", "evc1": "EVC", "apv1": "APV", "vp08": "VP8", "vp09": "VP9",
    "mp4v": "MPEG-4 Visual", "jpeg": "JPEG", "mjpa": "Motion JPEG", "mjpb": "Motion JPEG",
    "mjp2": "Motion JPEG 2000", "s263": "H.263", "h263": "H.263", "SVQ1": "Sorenson Video",
    "SVQ3": "Sorenson Video 3", "cvid": "Cinepak", "rle ": "QuickTime Animation",
    "rpza": "Apple Video", "smc ": "QuickTime Graphics", "png ": "PNG", "CFHD": "CineForm",
    "AVdn": "DNxHD", "AVdh": "DNxHR", "apcn": "ProRes 422", "apch": "ProRes 422 HQ",
    "apcs": "ProRes 422 LT", "apco": "ProRes 422 Proxy", "ap4h": "ProRes 4444",
    "ap4x": "ProRes 4444 XQ", "aprn": "ProRes RAW", "aprh": "ProRes RAW HQ", "dvc ": "DV",
    "dvcp": "DV", "dvpp": "DVCPRO", "dv5n": "DVCPRO50", "dv5p": "DVCPRO50", "dvh5": "DVCPRO HD",
    "dvh6": "DVCPRO HD", "dvhp": "DVCPRO HD", "dvhq": "DVCPRO HD", "v210": "uncompressed",
    "2vuy": "uncompressed", "raw ": "uncompressed", "unci": "uncompressed", "uncv": "uncompressed",
    "CRAW": "Canon raw", "j2k1": "JPEG 2000",
    "mp4a": "MPEG audio", ".mp3": "MP3", "lpcm": "PCM", "ipcm": "PCM", "fpcm": "PCM",
    "sowt": "PCM", "twos": "PCM", "in24": "PCM", "in32": "PCM", "fl32": "PCM", "fl64": "PCM",
    "ulaw": "µ-law PCM", "alaw": "A-law PCM", "ima4": "IMA ADPCM", "alac": "ALAC",
    "Opus": "Opus", "fLaC": "FLAC", "ac-3": "AC-3", "ec-3": "E-AC-3", "ac-4": "AC-4",
    "mlpa": "Dolby TrueHD", "dtsc": "DTS", "dtsh": "DTS-HD High Resolution",
    "dtsl": "DTS-HD Master Audio", "dtse": "DTS Express", "dtsx": "DTS:X",
    "mha1": "MPEG-H 3D Audio",
    "mhm1": "MPEG-H 3D Audio", "mha2": "MPEG-H 3D Audio", "mhm2": "MPEG-H 3D Audio",
    "iamf": "IAMF", "apac": "APAC", "samr": "AMR", "sawb": "AMR-WB", "QDM2": "QDesign Music",
    "Qclp": "QCELP",
    "encv": "encrypted video", "enca": "encrypted audio", "encs": "encrypted data",
    "mebx": "timed metadata", "CTMD": "Canon metadata", "gpmd": "GoPro telemetry",
    "tmcd": "timecode", "text": "text", "tx3g": "timed text", "wvtt": "WebVTT", "stpp": "TTML",
    "subp": "DVD subtitles", "c608": "CEA-608", "c708": "CEA-708", "mp4s": "MPEG-4 systems",
    "rtp ": "RTP hints",
  ]
}
