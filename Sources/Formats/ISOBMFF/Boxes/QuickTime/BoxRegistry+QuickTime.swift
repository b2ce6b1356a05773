import Metadata

extension BoxRegistry {
  static let quickTime: [BoxDefinition] =
    spatial + movieAtoms + referenceMovies + mediaAtoms + soundAtoms + metadataAtoms + iTunes
    + mobile + vendors + contentCredentials

  private static let movieAtoms: [BoxDefinition] = [
    .container(
      "tapt", "TrackApertureModeBox", "QuickTime: Track aperture mode dimensions",
      .optional(in: "trak")),
    .box(
      "clef", "CleanApertureDimensionsBox", "QuickTime: Track aperture", TrackApertureBox.self,
      .optional(in: "tapt")),
    .box(
      "prof", "ProductionApertureDimensionsBox", "QuickTime: Track aperture", TrackApertureBox.self,
      .optional(in: "tapt")),
    .box(
      "enof", "EncodedPixelsDimensionsBox", "QuickTime: Track aperture", TrackApertureBox.self,
      .optional(in: "tapt")),
    .box(TrackLoadSettingsBox.self, .optional(in: "trak")),
    .box(ColorTableBox.self, .optional(in: "moov", .visualSampleEntry)),
    .container("clip", "ClippingBox", "QuickTime: Clipping atoms", .optional(in: "moov", "trak")),
    .box(ClippingRegionBox.self, .optional(in: "clip")),
    .container("matt", "TrackMatteBox", "QuickTime: Track matte atoms", .optional(in: "trak")),
    .box(CompressedMatteBox.self, .optional(in: "matt")),
    .container(
      "imap", "TrackInputMapBox", "QuickTime: Track input map atoms", .optional(in: "trak")),
    .box(TrackInputBox.self, .any(in: "imap")),
    .box(TrackInputValueBox.self, .optional(in: "\0\0in")),
    .box(
      "obid", "ObjectIDBox", "QuickTime: Track input map atoms", TrackInputValueBox.self,
      .optional(in: "\0\0in")),
    .container(
      "cmov", "CompressedMovieBox", "QuickTime: Compressed movie resources", .optional(in: "moov")),
    .box(DataCompressionBox.self, .one(in: "cmov")),
    .box(CompressedMovieDataBox.self, .one(in: "cmov")),
    .box(PreviewBox.self, .optional(in: .file)),
    .data(
      "PICT", "Preview picture", "QuickTime: Preview atoms", because: "it is a QuickDraw picture",
      .any(in: .file)),
    .data(
      "idsc", "Image description", "QuickTime image files",
      because: "it is a sample entry without a sample table", .optional(in: .file)),
    .data(
      "iicc", "ICC profile", "QuickTime image files", holds: .iccProfile,
      .optional(in: .file)),
  ]

  private static let referenceMovies: [BoxDefinition] = [
    .container(
      "rmra", "ReferenceMovieRecordBox", "QuickTime: Reference movies", .optional(in: "moov")),
    .container(
      "rmda", "ReferenceMovieDescriptorBox", "QuickTime: Reference movies", .any(in: "rmra")),
    .box(MovieDataReferenceBox.self, .optional(in: "rmda")),
    .box(MovieDataRateBox.self, .optional(in: "rmda")),
    .box(MovieCPUSpeedBox.self, .optional(in: "rmda")),
    .box(MovieVersionCheckBox.self, .any(in: "rmda")),
    .box(MovieComponentCheckBox.self, .any(in: "rmda")),
    .box(MovieQualityBox.self, .optional(in: "rmda")),
  ]

  private static let mediaAtoms: [BoxDefinition] = [
    .box(AvidSettingBox.self, .optional(in: .visualSampleEntry)),
    .box(
      "APRG", "AvidSettingBox", AvidAtoms.specification, AvidSettingBox.self,
      .optional(in: .visualSampleEntry)),
    .box(AvidResolutionBox.self, .optional(in: .visualSampleEntry)),
    .box(AvidHighResolutionBox.self, .optional(in: .visualSampleEntry)),
    .container(
      "gmhd", "BaseMediaHeaderBox", "QuickTime: Base media information", .optional(in: "minf")),
    .box(BaseMediaInfoBox.self, .optional(in: "gmhd")),
    .box(TextMediaInfoBox.self, .optional(in: "gmhd")),
    .container(
      "tmcd", "TimecodeMediaBox", "QuickTime: Timecode media information atom",
      .optional(in: "gmhd")),
    .box(TimecodeMediaInfoBox.self, .optional(in: "tmcd")),
    // Some writers swap two letters.
    .box(
      "tmci", "TimecodeMediaInfoBox", TimecodeMediaInfoBox.specification,
      TimecodeMediaInfoBox.self, .optional(in: "tmcd")),
    .box(
      "name", "TimecodeSourceBox", "QuickTime: Timecode media", UserDataTextBox.self,
      .optional(in: .sampleEntry)),
    .box(SorensonVideoBox.self, .optional(in: .visualSampleEntry)),
    .box(VideoChromaLocationBox.self, .optional(in: .visualSampleEntry)),
    .data(
      "mjqt", "DefaultQuantizationTableBox", "QuickTime: Video sample description extensions",
      because: "it is a segment of a JPEG file", .optional(in: .visualSampleEntry)),
    .data(
      "mjht", "DefaultHuffmanTableBox", "QuickTime: Video sample description extensions",
      because: "it is a segment of a JPEG file", .optional(in: .visualSampleEntry)),
    .data(
      "glbl", "Decoder configuration", "FFmpeg", because: "its form is that of each codec",
      .optional(in: .sampleEntry)),
    .data(
      "idfm", "Image description extension", "QuickTime", because: "it is Apple's own",
      .optional(in: .visualSampleEntry)),
  ]

  private static let soundAtoms: [BoxDefinition] = [
    .box(SoundDecompressionBox.self, .optional(in: .audioSampleEntry)),
    .box(EndianBox.self, .optional(in: "wave")),
    .box(AudioChannelLayoutBox.self, .optional(in: .audioSampleEntry, "trak")),
    .box(WaveFormatBox.self, .optional(in: .audioSampleEntry)),
    .box(QDesignMusicBox.self, .optional(in: "wave")),
    .box(AlphaModeBox.self, .optional(in: .visualSampleEntry)),
  ]

  private static let metadataAtoms: [BoxDefinition] = [
    .box(MetadataItemKeysBox.self, .optional(in: "meta")),
    .box(MetadataItemListBox.self, .optional(in: "meta")),
    .box(MetadataKeyDeclarationBox.self),
    .box(MetadataDatatypeDefinitionBox.self),
    .box(MetadataLocaleBox.self),
    .box(MetadataSetupBox.self),
    .data("cfgv", "Setup data", "Apple media", because: "it is a property list", .any(in: "setu")),
    .box(LivePhotoDimensionsBox.self, .optional(in: "setu")),
    .container("sdpd", "MetadataStructuralDependencyBox", "Apple media"),
    .box(MetadataDependencyBox.self, .any(in: "sdpd")),
    .container("ctps", "MetadataConformingTypesBox", "QuickTime: Timed metadata media"),
    .box(MetadataGroupBox.self, .optional(in: .sampleEntry)),
    .box(MetadataGroupListBox.self, .optional(in: .sampleEntry)),
    .uuid(
      "be7acfcb-97a9-42e8-9c71-999491e3afac", "XMP packet", "XMP specification, part 3 §1.1.4", nil,
      holds: .text, .optional(in: .file)),
  ]

  static let metadataSampleEntry: [BoxDefinition] = [
    .box(MetadataKeyTableBox.self, .one(in: "mebx"))
  ]

  static let metadataItemParts: [BoxDefinition] = [
    .box(MetadataValueBox.self),
    .box(MetadataNameBox.self),
    .box("mean", "MetadataMeanBox", "QuickTime: Metadata", MetadataNameBox.self),
    .box(MetadataItemInformationBox.self),
  ]

  /// `wave` names the sample entry's type again.
  static let soundExtensions: [BoxDefinition] = [
    .data(
      "mp4a", "AudioSettings", "QuickTime: Sound media, siDecompressionParam",
      because: "it says that the settings of MPEG-4 follow", .optional(in: "wave")),
    .data(
      "srcq", "ConverterQuality", "QuickTime: Sound media, siDecompressionParam",
      because: "its form is not public", .optional(in: "wave")),
    .data(
      FourCC(rawValue: 0), "TerminatorAtom", "QuickTime: Sound media, siDecompressionParam",
      because: "it is the end", .optional(in: "wave")),
  ]

  static func metadataItem(_ type: FourCC) -> BoxDefinition? {
    .box(type, "MetadataItemBox", "QuickTime: Metadata item atom", MetadataItemBox.self)
  }

  static func metadataKey(_ type: FourCC) -> BoxDefinition? {
    .box(type, "MetadataKeyBox", "QuickTime: Timed metadata media", ContainerBox.self)
  }
}
