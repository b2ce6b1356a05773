import FieldCoding
public import ISOBMFF

/// A class of devices or programs, with the formats that they play according to their vendor.
///
/// The tables come from publications and not from tests: a player may support more. Conditions are texts that
/// follow the word "only".
public struct Player: Sendable {
  /// The identifier in JSON: `iphone`.
  public var id: String
  /// The name as text: `iPhone and iPad (iOS 17)`.
  public var name: String
  /// The publication of the vendor.
  public var source: String
  /// Whether the vendor's list is complete, so that other formats are not played. If it is not complete, it is
  /// unknown whether other formats are played.
  public var isComplete: Bool
  /// The containers for movies and audio.
  public var movies: Set<PlayedFile.Container>
  /// Containers about which even a complete list says nothing.
  public var unclear: Set<PlayedFile.Container> = []
  /// The codecs of video. If there are several rows for a codec, the first that fits is used.
  public var video: [VideoFormat]
  /// The codecs of audio.
  public var audio: [AudioFormat]
  /// The codecs of still images and image sequences.
  public var stills: [Still]
  /// The dynamic ranges that are shown, each with its condition, which may be empty.
  public var brightness: [PlayedFile.Brightness: String]

  /// A codec of video or images with its limits. If a member is empty or nil, the source states no limit for it.
  public struct VideoFormat: Sendable {
    /// The codec.
    public var codec: PlayedCodec
    /// The profiles, with their names in the standard.
    public var profiles: [String] = []
    /// The highest level.
    public var level: String?
    /// The maximum number of bits of a sample.
    public var bitDepth: Int?
    /// The chroma formats, such as `4:2:0`.
    public var chroma: [String] = []
    /// The types of sample entries that are accepted; empty if all are accepted.
    public var entries: [FourCC] = []
    /// The condition under which it is played; empty for none.
    public var only = ""

    init(
      _ codec: PlayedCodec, _ profiles: [String] = [], level: String? = nil, bitDepth: Int? = nil,
      chroma: [String] = [], entries: [FourCC] = [], only: String = ""
    ) {
      (self.codec, self.profiles, self.level) = (codec, profiles, level)
      (self.bitDepth, self.chroma, self.entries, self.only) = (bitDepth, chroma, entries, only)
    }
  }

  /// A codec of still images.
  public struct Still: Sendable {
    /// The container.
    public var container: PlayedFile.Container
    /// The codec.
    public var video: VideoFormat

    init(_ container: PlayedFile.Container, _ video: VideoFormat) {
      (self.container, self.video) = (container, video)
    }
  }

  /// An audio codec.
  public struct AudioFormat: Sendable {
    /// The codec.
    public var codec: PlayedCodec
    /// The condition under which it is played; empty for none.
    public var only = ""

    init(_ codec: PlayedCodec, only: String = "") { (self.codec, self.only) = (codec, only) }
  }

  /// What is shown of a file: of a still, or of a movie.
  func video(in container: PlayedFile.Container) -> [VideoFormat] {
    movies.contains(container)
      ? video : stills.filter { $0.container == container }.map(\.video)
  }

  /// All players, in the order in which they are shown.
  public static let all: [Player] = [
    .iPhone, .mac, .appleTV, .safari, .android, .chrome, .firefox, .windows, .samsungTV, .lgTV,
    .chromecast,
  ]
}

/// Names of profiles up to one that decoders have: each contains those before it.
enum ProfileNames {
  static let avcMain = ["Constrained Baseline", "Baseline", "Main"]
  static let avcHigh = avcMain + ["Constrained High", "Progressive High", "High"]
  static let hevcMain = ["Main", "Main Still Picture"]
  static let hevcMain10 = hevcMain + ["Main 10", "Main 10 Still Picture"]
}

extension [Player.AudioFormat] {
  /// Audio without a condition.
  static func all(_ codecs: PlayedCodec...) -> [Player.AudioFormat] {
    codecs.map { Player.AudioFormat($0) }
  }
}

extension Player.VideoFormat {
  /// The kind of JPEG that all players support: 8 bits, Huffman coding (ISO/IEC 10918-1 §4.11).
  static let plainJPEG = Player.VideoFormat(
    .jpeg, ["baseline", "extended sequential", "progressive"], bitDepth: 8)
}

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

// Sources: "Supported media formats" of developer.android.com and the Android Compatibility
// Definition, §5.1 and §5.3; "Audio/Video" of chromium.org; Mozilla's release notes of Firefox 93, 113,
// 134, 136 and 137, and "Media types and formats" of MDN; "Supported media formats in Media Foundation"
// of Microsoft, its support page "Codecs in Media Player", and the extensions of the Microsoft Store.

extension Player {
  static let android = Player(
    id: "android", name: "Android phone (Android 14)",
    source: "Google: Supported media formats; Android Compatibility Definition", isComplete: false,
    movies: [.mp4, .threeGP],
    video: [
      VideoFormat(.avc, ProfileNames.avcMain),
      VideoFormat(
        .avc, ProfileNames.avcHigh,
        only: "if the decoder of the phone knows this profile: Android asks for Main"),
      VideoFormat(.hevc, ProfileNames.hevcMain, level: "3"),
      VideoFormat(
        .hevc, ProfileNames.hevcMain10,
        only: "if the decoder of the phone is fast enough: Android asks for Main, level 3"),
      VideoFormat(.av1, ["Main"]), VideoFormat(.mpeg4), VideoFormat(.h263),
    ],
    audio: .all(.aac, .heAAC, .heAACv2, .xheAAC, .mp3, .flac, .amr, .amrWB),
    stills: [
      Still(.jpeg, .plainJPEG), Still(.heif, VideoFormat(.hevc, ProfileNames.hevcMain)),
      Still(.heif, VideoFormat(.av1, ["Main"])),
    ],
    brightness: [
      .dolbyVision: "if the phone has Dolby Vision",
      .hdr10Plus: hdrScreen, .hdr10: hdrScreen, .pq: hdrScreen, .hlg: hdrScreen, .ultraHDR: "",
    ])

  static let chrome = Player(
    id: "chrome", name: "Chrome", source: "Chromium: Audio/Video", isComplete: true,
    movies: [.mp4, .quickTime, .threeGP, .threeGPP2],
    video: [
      VideoFormat(.avc), VideoFormat(.av1), VideoFormat(.vp8), VideoFormat(.vp9),
      VideoFormat(.hevc, only: "where the system has a decoder of HEVC"),
    ],
    audio: .all(.aac, .heAAC, .heAACv2, .mp3, .flac, .opus, .pcm, .muLaw) + [
      AudioFormat(.xheAAC, only: "on Android, macOS and Windows 11")
    ],
    stills: [
      Still(.jpeg, .plainJPEG), Still(.heif, VideoFormat(.av1)),
      Still(.imageSequence, VideoFormat(.av1)),
    ],
    brightness: [.hdr10: hdrScreen, .pq: hdrScreen, .hlg: hdrScreen, .ultraHDR: hdrScreen])

  static let firefox = Player(
    id: "firefox", name: "Firefox (137)", source: "Mozilla: release notes, MDN", isComplete: true,
    movies: [.mp4], unclear: [.quickTime, .threeGP, .threeGPP2],
    video: [
      VideoFormat(.avc, ProfileNames.avcHigh), VideoFormat(.av1), VideoFormat(.vp9),
      VideoFormat(.hevc, only: "where the system has a decoder of HEVC"),
    ],
    audio: .all(.aac, .heAAC, .heAACv2, .mp3, .flac, .opus),
    stills: [
      Still(.jpeg, .plainJPEG), Still(.heif, VideoFormat(.av1)),
      Still(.imageSequence, VideoFormat(.av1)),
    ],
    brightness: [.hdr10: onMac, .pq: onMac, .hlg: onMac])

  static let windows = Player(
    id: "windows", name: "Windows 11 (Media Player, Photos)",
    source: "Microsoft: Supported media formats in Media Foundation; Codecs in Media Player",
    isComplete: true, movies: [.mp4, .quickTime, .threeGP, .threeGPP2],
    video: [
      VideoFormat(.avc, ProfileNames.avcHigh, level: "5.1"), VideoFormat(.mpeg4),
      VideoFormat(.h263),
      VideoFormat(.motionJPEG),
      VideoFormat(
        .hevc, ProfileNames.hevcMain10, only: "with the HEVC Video Extensions of the store"),
      VideoFormat(.av1, only: "with the AV1 Video Extension of the store"),
      VideoFormat(.vp9, only: "with the VP9 Video Extensions of the store"),
    ],
    audio: .all(.aac, .heAAC, .heAACv2, .mp3, .alac, .flac, .pcm, .muLaw, .aLaw, .amr)
      + [PlayedCodec.ac3, .eac3].map {
        AudioFormat($0, only: "before version 24H2, or with a codec of the maker of the computer")
      },
    stills: [
      Still(.jpeg, .plainJPEG),
      Still(.heif, VideoFormat(.hevc, only: "with the HEIF and HEVC extensions of the store")),
      Still(.heif, VideoFormat(.av1, only: "with the AV1 Video Extension of the store")),
      Still(.jpegXL, VideoFormat(.jpegXL, only: "with the JPEG XL Image Extension of the store")),
      Still(.canonRaw, VideoFormat(.canonRaw, only: "with the Raw Image Extension of the store")),
    ],
    brightness: [
      .dolbyVision: "with the Dolby Vision Extensions of the store", .hdr10: hdrScreen,
      .pq: hdrScreen, .hlg: hdrScreen,
    ])

  private static let hdrScreen = "on a screen with HDR"
  private static let onMac = "on macOS"
}

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
