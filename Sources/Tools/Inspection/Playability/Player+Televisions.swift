// Sources: "2020 TV Video Specifications" and later ones of developer.samsung.com; "Video and Audio Format" of
// webostv.developer.lge.com, which states that everything else is not supported; "Supported Media for Google Cast" of
// developers.google.com and the specifications of the device. Televisions show photos with separate apps. These pages
// mention only JPEG for them.

extension Player {
  static let samsungTV = Player(
    id: "samsung-tv", name: "Samsung TV (2020, UHD)",
    source: "Samsung: TV Video Specifications", isComplete: true,
    movies: [.mp4, .quickTime, .threeGP], unclear: photos,
    video: [
      VideoFormat(.avc, ProfileNames.avcHigh, level: "5.1"),
      VideoFormat(.hevc, ProfileNames.hevcMain10, level: "5.1"),
      VideoFormat(.av1, ["Main"], only: "on those with the decoder: models above the entry class"),
      VideoFormat(.mpeg4), VideoFormat(.motionJPEG),
    ],
    audio: .all(
      .aac, .heAAC, .heAACv2, .mp3, .ac3, .eac3, .ac4, .pcm, .opus, .mpegH, .muLaw, .aLaw),
    stills: [Still(.jpeg, .plainJPEG)],
    brightness: [.hdr10Plus: "", .hdr10: "", .pq: "", .hlg: ""])

  static let lgTV = Player(
    id: "lg-tv", name: "LG TV (webOS 5)", source: "LG: webOS TV Video and Audio Format",
    isComplete: true, movies: [.mp4, .quickTime, .threeGP], unclear: photos,
    video: [
      VideoFormat(.avc, ProfileNames.avcHigh), VideoFormat(.hevc, ProfileNames.hevcMain10),
      VideoFormat(.av1, ["Main"], only: "on those with the decoder: models above the entry class"),
      VideoFormat(.mpeg4),
    ],
    audio: .all(.aac, .heAAC, .heAACv2, .mp3, .ac3, .eac3, .ac4, .amr, .amrWB),
    stills: [Still(.jpeg, .plainJPEG)],
    brightness: [.dolbyVision: "", .hdr10: "", .pq: "", .hlg: ""])

  static let chromecast = Player(
    id: "chromecast", name: "Chromecast with Google TV",
    source: "Google: Supported Media for Google Cast", isComplete: true, movies: [.mp4],
    video: [
      VideoFormat(.avc, ProfileNames.avcHigh, level: "5.1"),
      VideoFormat(.hevc, ProfileNames.hevcMain10, level: "5.1"), VideoFormat(.vp9, ["0", "2"]),
    ],
    audio: .all(.aac, .heAAC, .heAACv2, .mp3, .flac, .opus)
      + [PlayedCodec.ac3, .eac3].map {
        AudioFormat($0, only: "where the television or receiver behind it decodes it")
      },
    stills: [Still(.jpeg, .plainJPEG)],
    brightness: [.dolbyVision: "", .hdr10Plus: "", .hdr10: "", .pq: ""])

  private static let photos: Set<PlayedFile.Container> = [
    .heif, .minimized, .imageSequence, .jpegXL, .jpeg2000, .canonRaw,
  ]
}
