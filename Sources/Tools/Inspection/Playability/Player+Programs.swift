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
      Picture(.avc, ProfileNames.avcMain),
      Picture(
        .avc, ProfileNames.avcHigh,
        only: "if the decoder of the phone knows this profile: Android asks for Main"),
      Picture(.hevc, ProfileNames.hevcMain, level: "3"),
      Picture(
        .hevc, ProfileNames.hevcMain10,
        only: "if the decoder of the phone is fast enough: Android asks for Main, level 3"),
      Picture(.av1, ["Main"]), Picture(.mpeg4), Picture(.h263),
    ],
    sounds: .all(.aac, .heAAC, .heAACv2, .xheAAC, .mp3, .flac, .amr, .amrWB),
    stills: [
      Still(.jpeg, .plainJPEG), Still(.heif, Picture(.hevc, ProfileNames.hevcMain)),
      Still(.heif, Picture(.av1, ["Main"])),
    ],
    brightness: [
      .dolbyVision: "if the phone has Dolby Vision",
      .hdr10Plus: hdrScreen, .hdr10: hdrScreen, .pq: hdrScreen, .hlg: hdrScreen, .ultraHDR: "",
    ])

  static let chrome = Player(
    id: "chrome", name: "Chrome", source: "Chromium: Audio/Video", isComplete: true,
    movies: [.mp4, .quickTime, .threeGP, .threeGPP2],
    video: [
      Picture(.avc), Picture(.av1), Picture(.vp8), Picture(.vp9),
      Picture(.hevc, only: "where the system has a decoder of HEVC"),
    ],
    sounds: .all(.aac, .heAAC, .heAACv2, .mp3, .flac, .opus, .pcm, .muLaw) + [
      Sound(.xheAAC, only: "on Android, macOS and Windows 11")
    ],
    stills: [
      Still(.jpeg, .plainJPEG), Still(.heif, Picture(.av1)), Still(.imageSequence, Picture(.av1)),
    ],
    brightness: [.hdr10: hdrScreen, .pq: hdrScreen, .hlg: hdrScreen, .ultraHDR: hdrScreen])

  static let firefox = Player(
    id: "firefox", name: "Firefox (137)", source: "Mozilla: release notes, MDN", isComplete: true,
    movies: [.mp4], unclear: [.quickTime, .threeGP, .threeGPP2],
    video: [
      Picture(.avc, ProfileNames.avcHigh), Picture(.av1), Picture(.vp9),
      Picture(.hevc, only: "where the system has a decoder of HEVC"),
    ],
    sounds: .all(.aac, .heAAC, .heAACv2, .mp3, .flac, .opus),
    stills: [
      Still(.jpeg, .plainJPEG), Still(.heif, Picture(.av1)), Still(.imageSequence, Picture(.av1)),
    ],
    brightness: [.hdr10: onMac, .pq: onMac, .hlg: onMac])

  static let windows = Player(
    id: "windows", name: "Windows 11 (Media Player, Photos)",
    source: "Microsoft: Supported media formats in Media Foundation; Codecs in Media Player",
    isComplete: true, movies: [.mp4, .quickTime, .threeGP, .threeGPP2],
    video: [
      Picture(.avc, ProfileNames.avcHigh, level: "5.1"), Picture(.mpeg4), Picture(.h263),
      Picture(.motionJPEG),
      Picture(.hevc, ProfileNames.hevcMain10, only: "with the HEVC Video Extensions of the store"),
      Picture(.av1, only: "with the AV1 Video Extension of the store"),
      Picture(.vp9, only: "with the VP9 Video Extensions of the store"),
    ],
    sounds: .all(.aac, .heAAC, .heAACv2, .mp3, .alac, .flac, .pcm, .muLaw, .aLaw, .amr)
      + [PlayedCodec.ac3, .eac3].map {
        Sound($0, only: "before version 24H2, or with a codec of the maker of the computer")
      },
    stills: [
      Still(.jpeg, .plainJPEG),
      Still(.heif, Picture(.hevc, only: "with the HEIF and HEVC extensions of the store")),
      Still(.heif, Picture(.av1, only: "with the AV1 Video Extension of the store")),
      Still(.jpegXL, Picture(.jpegXL, only: "with the JPEG XL Image Extension of the store")),
      Still(.canonRaw, Picture(.canonRaw, only: "with the Raw Image Extension of the store")),
    ],
    brightness: [
      .dolbyVision: "with the Dolby Vision Extensions of the store", .hdr10: hdrScreen,
      .pq: hdrScreen, .hlg: hdrScreen,
    ])

  private static let hdrScreen = "on a screen with HDR"
  private static let onMac = "on macOS"
}
