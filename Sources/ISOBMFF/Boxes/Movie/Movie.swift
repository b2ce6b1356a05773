extension BoxRegistry {
  static let movie: [BoxDefinition] = [
    .container("moov", "MovieBox", "ISO/IEC 14496-12 §8.2.1"),
    .box(MovieHeaderBox.self),
    .container("trak", "TrackBox", "ISO/IEC 14496-12 §8.3.1"),
    .box(TrackHeaderBox.self),
    .box(TrackReferenceBox.self),
    .box(TrackGroupBox.self),
    .container("edts", "EditBox", "ISO/IEC 14496-12 §8.6.5"),
    .box(EditListBox.self),
    .container("mdia", "MediaBox", "ISO/IEC 14496-12 §8.4.1"),
    .box(MediaHeaderBox.self),
    .box(ExtendedLanguageBox.self),
    .container("minf", "MediaInformationBox", "ISO/IEC 14496-12 §8.4.4"),
    .box(VideoMediaHeaderBox.self),
    .box(SoundMediaHeaderBox.self),
    .box(HintMediaHeaderBox.self),
    .box(NullMediaHeaderBox.self),
    .box("sthd", "SubtitleMediaHeaderBox", "ISO/IEC 14496-12 §12.6.2", NullMediaHeaderBox.self),
    .box(UserDataBox.self),
  ]
}

extension BoxRegistry {
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
      ("fall", "sound → simpler sound"),
      ("folw", "subtitle → sound to choose with it"),
      ("forc", "subtitle → its forced subtitles"),
      ("sync", "track → track that sets its time"),
      ("dpnd", "track → track that it depends on"),
      ("sbas", "layer → base layer"),
      ("scal", "layers → layers that they extract"),
      ("vmap", "video → its maps"),
      ("ssrc", "track → its other source"),
      ("scpt", "track → its transcript"),
    ].map { type, title in
      .box(
        type, title, "ISO/IEC 14496-12 §8.3.3, QuickTime File Format", TrackReferenceTypeBox.self)
    }

  /// Every child of `tref` has the same syntax, whatever its type.
  static func trackReference(_ type: FourCC) -> BoxDefinition? {
    .box(
      type, "TrackReferenceTypeBox", "ISO/IEC 14496-12 §8.3.3", TrackReferenceTypeBox.self)
  }
}

extension BoxRegistry {
  /// Every child of `trgr` has the same syntax, whatever its type.
  static func trackGroup(_ type: FourCC) -> BoxDefinition? {
    .box(type, "TrackGroupTypeBox", "ISO/IEC 14496-12 §8.3.4", TrackGroupTypeBox.self)
  }
}
