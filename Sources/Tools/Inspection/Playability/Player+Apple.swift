import FieldCoding

// Sources: Apple's technical specifications of the devices; "HTTP Live Streaming (HLS) Authoring
// Specification for Apple Devices" (H.264 up to High, level 5.2; HEVC up to Main 10, with the sample
// entry hvc1; AC-3, E-AC-3); "Using HEIF or HEVC media on Apple devices"; the file and codec types of
// AVFoundation and Core Audio; WWDC23 session 10122 (image formats of Safari 17).

extension Player {
  private static let specifications =
    "Apple: technical specifications, HLS Authoring Specification for Apple Devices"

  static let iPhone = Player(
    id: "iphone", name: "iPhone and iPad (iOS 17)", source: specifications, isComplete: false,
    movies: [.mp4, .quickTime, .threeGP, .threeGPP2],
    video: apple + [
      VideoFormat(.av1, ["Main"], only: "with an A17 Pro, M3 or newer chip"),
      VideoFormat(.proRes, only: "on an iPhone 13 Pro, an iPad with M1, or newer ones"),
    ],
    audio: appleAudio, stills: appleStills, brightness: appleBrightness)

  static let mac = Player(
    id: "mac", name: "Mac (macOS 14)", source: specifications, isComplete: false,
    movies: [.mp4, .quickTime, .threeGP, .threeGPP2],
    video: apple + [
      VideoFormat(.av1, ["Main"], only: "with an M3 or newer chip"), VideoFormat(.proRes),
    ],
    audio: appleAudio, stills: appleStills, brightness: appleBrightness)

  static let appleTV = Player(
    id: "apple-tv", name: "Apple TV 4K", source: specifications, isComplete: true,
    movies: [.mp4, .quickTime], video: apple,
    audio: .all(.aac, .heAAC, .mp3, .alac, .flac, .ac3, .eac3, .pcm),
    stills: [Still(.jpeg, .plainJPEG), Still(.heif, heic)],
    brightness: [
      .dolbyVision: "", .hdr10Plus: "", .hdr10: "", .pq: "", .hlg: "",
    ])

  static let safari = Player(
    id: "safari", name: "Safari 17", source: "Apple: WebKit features in Safari 17, WWDC23",
    isComplete: false, movies: [.mp4, .quickTime],
    video: apple + [VideoFormat(.av1, ["Main"], only: "with an A17 Pro, M3 or newer chip")],
    audio: .all(.aac, .heAAC, .heAACv2, .xheAAC, .mp3, .alac, .flac, .ac3, .eac3),
    stills: [
      Still(.jpeg, .plainJPEG), Still(.heif, heic), Still(.heif, VideoFormat(.av1)),
      Still(.imageSequence, VideoFormat(.av1)), Still(.jpegXL, VideoFormat(.jpegXL)),
    ],
    brightness: appleBrightness.merging(
      [.gainMap: "from Safari 26 on", .ultraHDR: "from Safari 26 on"]) { $1 })

  /// HEVC as phones write it; with the sample entry hev1, files are not opened.
  private static let apple: [VideoFormat] = [
    VideoFormat(.hevc, ProfileNames.hevcMain10, entries: ["hvc1", "dvh1"]),
    VideoFormat(.avc, ProfileNames.avcHigh, level: "5.2", entries: ["avc1", "dva1"]),
    VideoFormat(.mpeg4, only: "in Simple Profile, up to 640 × 480"),
  ]

  private static let appleAudio: [AudioFormat] =
    .all(
      .aac, .heAAC, .heAACv2, .xheAAC, .mp3, .alac, .flac, .ac3, .eac3, .pcm, .muLaw, .aLaw, .amr)

  private static let heic = VideoFormat(.hevc, bitDepth: 10, chroma: ["4:2:0", "4:0:0"])

  private static let appleStills: [Still] = [
    Still(.jpeg, .plainJPEG), Still(.heif, heic),
    Still(.heif, VideoFormat(.avc, ProfileNames.avcHigh)),
    Still(.heif, VideoFormat(.av1)), Still(.jpegXL, VideoFormat(.jpegXL)),
    Still(.jpeg2000, VideoFormat(.jpeg2000)),
    Still(.canonRaw, VideoFormat(.canonRaw, only: "of cameras that Apple lists")),
  ]

  private static let appleBrightness: [PlayedFile.Brightness: String] = [
    .dolbyVision: "", .hdr10: "", .pq: "", .hlg: "", .gainMap: "",
    .ultraHDR: "from iOS 18 and macOS 15 on",
  ]
}
