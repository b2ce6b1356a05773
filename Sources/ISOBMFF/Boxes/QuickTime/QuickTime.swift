extension BoxRegistry {
  static let quickTime: [BoxDefinition] = [
    .box(MetadataItemKeysBox.self),
    .box(MetadataItemListBox.self),
    .box(MetadataKeyDeclarationBox.self),
    .box(MetadataDatatypeDefinitionBox.self),
    .data("sdpd", "MetadataStructuralDependencyBox", "QuickTime: Timed metadata media"),
    .data("setu", "MetadataSetupBox", "ISO/IEC 14496-12 §12.9.4"),
    .data("lidp", "MetadataKeyGroupBox", "QuickTime: Timed metadata media"),
    .data("lidl", "MetadataLocalKeyListBox", "QuickTime: Timed metadata media"),
    .data("ctps", "MetadataComponentTypesBox", "QuickTime: Timed metadata media"),
    .container("tapt", "TrackApertureModeBox", "QuickTime: Track aperture mode dimensions"),
    .box("clef", "CleanApertureDimensionsBox", "QuickTime: Track aperture", TrackApertureBox.self),
    .box(
      "prof", "ProductionApertureDimensionsBox", "QuickTime: Track aperture", TrackApertureBox.self),
    .box("enof", "EncodedPixelsDimensionsBox", "QuickTime: Track aperture", TrackApertureBox.self),
    .container("gmhd", "BaseMediaHeaderBox", "QuickTime: Base media information"),
    .box(BaseMediaInfoBox.self),
    .box(TextMediaInfoBox.self),
    .container("tmcd", "TimecodeMediaBox", "QuickTime: Timecode media information atom"),
    .box(TimecodeMediaInfoBox.self),
    .box("name", "TimecodeSourceBox", "QuickTime: Timecode media", UserDataTextBox.self),
    .container("vexu", "VideoExtendedUsageBox", "Apple HEVC stereo video"),
    .container("eyes", "StereoViewBox", "Apple HEVC stereo video"),
    .container("cams", "StereoCameraSystemBox", "Apple HEVC stereo video"),
    .container("cmfy", "StereoComfortBox", "Apple HEVC stereo video"),
    .container("proj", "ProjectionBox", "Apple HEVC stereo video"),
    .box(HorizontalFieldOfViewBox.self),
    .box(StereoViewInformationBox.self),
    .box(HeroStereoEyeBox.self),
    .box(StereoBaselineBox.self),
    .box(StereoDisparityAdjustmentBox.self),
    .box(ProjectionInformationBox.self),
    .box(RequiredBoxTypesBox.self),
    .box(Stereoscopic3DBox.self),
    .data("sv3d", "SphericalVideoBox", "Spherical Video V2 RFC"),
    .data("gpmd", "GoPro metadata header", "GoPro media"),
    .data("glbl", "decoder configuration", "FFmpeg"),
    .box(TrackLoadSettingsBox.self),
    .box(SamsungMetadataBox.self),
    .data("saut", "Samsung author", "Samsung media"),
    .data("mdln", "Samsung model", "Samsung media"),
    .box(ID3v2Box.self),
    .uuid(
      "85c0b687-820f-11e0-8111-f4ce462b6a48", "Canon metadata", "Canon media", ContainerBox.self),
    .data("CNCV", "Canon codec version", "Canon media"),
    .data("CCTP", "Canon tracks", "Canon media"),
    .data("CTBO", "Canon box offsets", "Canon media"),
    .data("CMT1", "Exif, IFD 0", "Canon media"),
    .data("CMT2", "Exif, Exif IFD", "Canon media"),
    .data("CMT3", "Exif, maker note", "Canon media"),
    .data("CMT4", "Exif, GPS IFD", "Canon media"),
    .data("THMB", "Canon thumbnail", "Canon media"),
    .data("chpl", "Nero chapter list", "Nero chapters"),
    .data("Xtra", "Windows media attributes", "Windows media"),
    .box(ColorTableBox.self),
    .uuid(
      "be7acfcb-97a9-42e8-9c71-999491e3afac", "XMP packet", "XMP specification, part 3 §1.1.4", nil),
    .box(SoundDecompressionBox.self),
    .box(EndianBox.self),
    .box(AudioChannelLayoutBox.self),
  ]

  static let metadataSampleEntry: [BoxDefinition] = [.box(MetadataKeyTableBox.self)]

  static let metadataItemParts: [BoxDefinition] = [
    .box(MetadataValueBox.self),
    .box(MetadataNameBox.self),
    .box("mean", "MetadataMeanBox", "QuickTime: Metadata", MetadataNameBox.self),
    .box(MetadataItemInformationBox.self),
  ]

  /// `wave` names the sample entry's type again.
  static let soundExtensions: [BoxDefinition] = [
    .data("mp4a", "AudioSettings", "QuickTime: Sound media, siDecompressionParam"),
    .data(FourCC(rawValue: 0), "TerminatorAtom", "QuickTime: Sound media, siDecompressionParam"),
  ]
}

extension BoxRegistry {
  static let userData: [BoxDefinition] = [
    .box("name", "UserDataNameBox", "QuickTime: User data", UserDataPlainTextBox.self),
    .box("tagc", "CharacteristicBox", "QuickTime: Media characteristic", UserDataPlainTextBox.self),
    .box("titl", "TitleBox", "3GPP TS 26.244 §8.2", AssetTextBox.self),
    .box("dscp", "DescriptionBox", "3GPP TS 26.244 §8.2", AssetTextBox.self),
    .box("cprt", "CopyrightBox", "ISO/IEC 14496-12 §8.10.2", AssetTextBox.self),
    .box("perf", "PerformerBox", "3GPP TS 26.244 §8.2", AssetTextBox.self),
    .box("auth", "AuthorBox", "3GPP TS 26.244 §8.2", AssetTextBox.self),
    .box("gnre", "GenreBox", "3GPP TS 26.244 §8.2", AssetTextBox.self),
    .box("swre", "SoftwareBox", "3GPP TS 26.244 §8.2", AssetTextBox.self),
    .box("SDLN", "Samsung play mode", "Samsung media", UserDataPlainTextBox.self),
    .box("smrd", "Samsung recording mode", "Samsung media", UserDataPlainTextBox.self),
    .data("XMP_", "XMP packet", "XMP specification, part 3 §1.1.4"),
    .box(TrackSelectionBox.self),
    .box(KindBox.self),
    .box(LocationInformationBox.self),
  ]

  /// Types that start with © are texts.
  static func userDataItem(_ type: FourCC) -> BoxDefinition? {
    type.description.hasPrefix("©")
      ? .box(
        type, "UserDataTextBox", "QuickTime: User data text strings", UserDataTextBox.self)
      : nil
  }

  static func metadataItem(_ type: FourCC) -> BoxDefinition? {
    .box(type, "MetadataItemBox", "QuickTime: Metadata item atom", MetadataItemBox.self)
  }

  static func metadataKey(_ type: FourCC) -> BoxDefinition? {
    .box(type, "MetadataKeyBox", "QuickTime: Timed metadata media", ContainerBox.self)
  }
}
