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
