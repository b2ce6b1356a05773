extension BoxRegistry {
  static let movie: [BoxDefinition] =
    [
      .container("moov", "MovieBox", "ISO/IEC 14496-12 §8.2.1", .optional(in: .file, "mpvd")),
      .box(MovieHeaderBox.self, .one(in: "moov")),
      .container("trak", "TrackBox", "ISO/IEC 14496-12 §8.3.1", .some(in: "moov")),
      .box(TrackHeaderBox.self, .one(in: "trak")),
      .box(TrackReferenceBox.self, .optional(in: "trak")),
      .box(TrackGroupBox.self, .optional(in: "trak")),
      .box(
        "ttyp", "TrackTypeBox", "ISO/IEC 14496-12 §8.3.5", FileTypeBox.self, .optional(in: "trak")),
      .container("edts", "EditBox", "ISO/IEC 14496-12 §8.6.5", .optional(in: "trak")),
      .box(EditListBox.self, .optional(in: "edts")),
      .container("mdia", "MediaBox", "ISO/IEC 14496-12 §8.4.1", .one(in: "trak")),
      .box(MediaHeaderBox.self, .one(in: "mdia")),
      .box(ExtendedLanguageBox.self, .optional(in: "mdia")),
      .container("minf", "MediaInformationBox", "ISO/IEC 14496-12 §8.4.4", .one(in: "mdia")),
      .box(VideoMediaHeaderBox.self, .optional(in: "minf")),
      .box(SoundMediaHeaderBox.self, .optional(in: "minf")),
      .box(HintMediaHeaderBox.self, .optional(in: "minf")),
      .box(NullMediaHeaderBox.self, .optional(in: "minf")),
      .box(
        "vvhd", "VolumetricVisualMediaHeaderBox", "ISO/IEC 14496-12 §12.10.2",
        NullMediaHeaderBox.self, .optional(in: "minf")),
      .box(
        "sthd", "SubtitleMediaHeaderBox", "ISO/IEC 14496-12 §12.6.2", NullMediaHeaderBox.self,
        .optional(in: "minf")),
    ] + systemsHeaders + [
      .box(UserDataBox.self, .optional(in: "moov", "trak", "moof", "traf")),
      .box(SubTrackBox.self, .any(in: "udta")),
      .container("strd", "SubTrackDefinitionBox", "ISO/IEC 14496-12 §8.14.5", .one(in: "strk")),
      .box(SubTrackSampleGroupBox.self, .any(in: "strd")),
      .container("ludt", "LoudnessBox", "ISO/IEC 14496-12 §12.2.7", .optional(in: "udta")),
      .box(
        "tlou", "TrackLoudnessInfo", "ISO/IEC 14496-12 §12.2.7", LoudnessBaseBox.self,
        .any(in: "ludt")),
      .box(
        "alou", "AlbumLoudnessInfo", "ISO/IEC 14496-12 §12.2.7", LoudnessBaseBox.self,
        .any(in: "ludt")),
    ]

  /// Headers of MPEG-4 systems streams; the standard names them, and defines no fields.
  private static let systemsHeaders: [BoxDefinition] = [
    ("crhd", "ClockReferenceStream"), ("iphd", "IPMPStream"), ("m7hd", "MPEG7Stream"),
    ("mjhd", "MPEGJStream"), ("ochd", "ObjectContentInfoStream"),
    ("odhd", "ObjectDescriptorStream"), ("sdhd", "SceneDescriptionStream"),
  ].map { type, stream in
    .box(
      type, stream + "HeaderBox", "ISO/IEC 14496-14", NullMediaHeaderBox.self,
      .optional(in: "minf"))
  }

  static let trackReferences: [BoxDefinition] =
    [
      ("cdsc", "metadata → what it describes"),
      ("cdep", "metadata → what it depends on"),
      ("chap", "track → its chapters"),
      ("tmcd", "track → its time code"),
      ("hint", "hint track → media"),
      ("hind", "track → tracks that hints depend on"),
      ("vdep", "depth → video"),
      ("vplx", "parallax → video"),
      ("auxl", "auxiliary track → track"),
      ("thmb", "thumbnails → track"),
      ("font", "text → fonts"),
      ("subt", "track → its subtitles"),
      ("fall", "audio → simpler audio"),
      ("folw", "subtitle → audio to choose with it"),
      ("forc", "subtitle → its forced subtitles"),
      ("sync", "track → track that sets its time"),
      ("dpnd", "track → track that it depends on"),
      ("sbas", "layer → base layer"),
      ("scal", "layers → layers that they extract"),
      ("vmap", "video → its maps"),
      ("ssrc", "track → its other source"),
      ("scpt", "track → its transcript"),
      ("adda", "audio → audio to play with it"),
      ("adrc", "audio → metadata of its dynamic range control"),
    ].map { type, title in
      .box(
        type, title, "ISO/IEC 14496-12 §8.3.3, QuickTime File Format", TrackReferenceTypeBox.self,
        .any(in: "tref"))
    }

  /// Every child of `tref` has the same syntax, whatever its type.
  static func trackReference(_ type: FourCC) -> BoxDefinition? {
    .box(
      type, "TrackReferenceTypeBox", "ISO/IEC 14496-12 §8.3.3", TrackReferenceTypeBox.self,
      .any(in: "tref"))
  }

  static let subTracks: [BoxDefinition] = [.box(SubTrackInformationBox.self, .one(in: "strk"))]

  static let trackGroups: [BoxDefinition] = [
    .box(
      "msrc", "tracks of one source", "ISO/IEC 14496-12 §8.3.4", TrackGroupTypeBox.self,
      .any(in: "trgr")),
    .box(StereoVideoGroupBox.self, .any(in: "trgr")),
  ]

  /// Every child of `trgr` starts with the same fields, whatever its type.
  static func trackGroup(_ type: FourCC) -> BoxDefinition? {
    .box(
      type, "TrackGroupTypeBox", "ISO/IEC 14496-12 §8.3.4", TrackGroupTypeBox.self,
      .any(in: "trgr"))
  }
}
