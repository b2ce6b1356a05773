extension BoxRegistry {
  static let userData: [BoxDefinition] =
    quickTimeUserData + assetInformation + userDataTexts + cameraTexts + omaUserData
    + vendorUserData

  private static let quickTimeUserData: [BoxDefinition] = [
    .box(
      "name", "UserDataNameBox", "QuickTime: User data", UserDataPlainTextBox.self, .any(in: "udta")
    ),
    .box(
      "tagc", "CharacteristicBox", "QuickTime: Media characteristic", UserDataPlainTextBox.self,
      .any(in: "udta")),
    .box(WindowLocationBox.self, .optional(in: "udta")),
    .box(LoopStyleBox.self, .optional(in: "udta")),
    .box(UserDataFlagBox.self, .optional(in: "udta")),
    .box(
      "AllF", "PlayAllFramesBox", "QuickTime: User data", UserDataFlagBox.self,
      .optional(in: "udta")
    ),
    .box(PrintToVideoBox.self, .optional(in: "udta")),
    .box(
      "kgtt", "TrackTypeBox", "QuickTime", UserDataTextBox.self, .optional(in: "udta")),
    .box("apmd", "ApertureModeBox", "QuickTime", UserDataPlainTextBox.self, .optional(in: "udta")),
    .data(
      "XMP_", "XMP packet", "XMP specification, part 3 §1.1.4", holds: .text,
      .optional(in: "udta")),
    .box(TrackSelectionBox.self, .optional(in: "udta")),
    .box(KindBox.self, .any(in: "udta")),
    .box(LabelBox.self, .any(in: "udta")),
  ]

  private static let assetInformation: [BoxDefinition] =
    [
      ("titl", "TitleBox"), ("dscp", "DescriptionBox"), ("cprt", "CopyrightBox"),
      ("perf", "PerformerBox"), ("auth", "AuthorBox"), ("gnre", "GenreBox"),
      ("coll", "CollectionNameBox"), ("albr", "AlbumArtistBox"),
    ].map { type, title in
      .box(type, title, "3GPP TS 26.244 §8.2", AssetTextBox.self, .any(in: "udta"))
    } + [
      .box(AlbumBox.self, .any(in: "udta")),
      .box(RecordingYearBox.self, .optional(in: "udta")),
      .box(RatingBox.self, .any(in: "udta")),
      .box(ClassificationBox.self, .any(in: "udta")),
      .box(UserRatingBox.self, .any(in: "udta")),
      .box(KeywordsBox.self, .any(in: "udta")),
      .box(LocationInformationBox.self, .any(in: "udta")),
      .box(
        "thmb", "ThumbnailBox", "3GPP TS 26.244 §8.2", AssetDataBox.self, .any(in: "udta")),
      .box(
        "orie", "OrientationInformationBox", "3GPP TS 26.244 §8.2", AssetDataBox.self,
        .any(in: "udta")),
    ]

  /// Texts in several languages (QuickTime File Format: User data text strings).
  private static let userDataTexts: [BoxDefinition] = [
    ("©ART", "artist"), ("©TIM", "start time code"), ("©TSC", "start time scale"),
    ("©TSZ", "start sample size"), ("©alb", "album"), ("©arg", "arranger"),
    ("©ark", "arranger keywords"), ("©aut", "author"), ("©cmt", "comment"),
    ("©cok", "composer keywords"), ("©com", "composer"), ("©cpy", "copyright"),
    ("©day", "date"), ("©dir", "director"), ("©ed1", "edit 1"), ("©ed2", "edit 2"),
    ("©ed3", "edit 3"), ("©ed4", "edit 4"), ("©ed5", "edit 5"), ("©ed6", "edit 6"),
    ("©ed7", "edit 7"), ("©ed8", "edit 8"), ("©ed9", "edit 9"), ("©enc", "encoder"),
    ("©fmt", "format"), ("©fpt", "flight pitch"), ("©frl", "flight roll"),
    ("©fyw", "flight yaw"), ("©gen", "genre"), ("©gpt", "gimbal pitch"),
    ("©grl", "gimbal roll"), ("©grp", "grouping"), ("©gyw", "gimbal yaw"),
    ("©inf", "information"), ("©isr", "ISRC code"), ("©lab", "record label"),
    ("©lal", "record label URL"), ("©lyr", "lyrics"), ("©mak", "maker"), ("©mal", "maker URL"),
    ("©mod", "model"), ("©nam", "title"), ("©pdk", "producer keywords"),
    ("©phg", "recording copyright"), ("©prd", "producer"), ("©prf", "performers"),
    ("©prk", "performer keywords"), ("©prl", "performer URL"), ("©req", "requirements"),
    ("©snk", "subtitle keywords"), ("©snm", "subtitle"), ("©src", "source credits"),
    ("©swf", "songwriter"), ("©swk", "songwriter keywords"), ("©swr", "software"),
    ("©too", "encoder"), ("©trk", "track"), ("©url", "URL"), ("©wrn", "warning"),
    ("©wrt", "writer"), ("©xsp", "speed in x"), ("©xyz", "location (ISO 6709)"),
    ("©ysp", "speed in y"), ("©zsp", "speed in z"),
  ].map { type, title in
    .box(
      type, title, "QuickTime File Format: User data text strings", UserDataTextBox.self,
      .optional(in: "udta"))
  }

  /// Texts of cameras, in the form of `cprt` or without it.
  private static let cameraTexts: [BoxDefinition] = [
    ("ades", "AccessibilityDescriptionBox"), ("angl", "CameraAngleBox"),
    ("clfn", "ClipFileNameBox"), ("clid", "ClipIdentifierBox"), ("cmid", "CameraIdentifierBox"),
    ("cmnm", "CameraNameBox"), ("date", "CreationDateBox"), ("manu", "ManufacturerBox"),
    ("modl", "ModelBox"), ("reel", "ReelNameBox"), ("scen", "SceneBox"), ("shot", "ShotNameBox"),
    ("slno", "SerialNumberBox"), ("swre", "SoftwareBox"),
  ].map { type, title in
    .box(type, title, "QuickTime File Format: User data", CameraTextBox.self, .optional(in: "udta"))
  }

  /// Types that start with © are texts.
  static func userDataItem(_ type: FourCC) -> BoxDefinition? {
    type.description.hasPrefix("©")
      ? .box(
        type, "UserDataTextBox", "QuickTime: User data text strings", UserDataTextBox.self)
      : nil
  }
}
