extension BoxRegistry {
  static let sampleEntries: [BoxDefinition] =
    (visualEntries + audioEntries + hintEntries + otherEntries + timedMetadataEntries
    + vendorSampleEntries).map {
      $0.within(.any(in: "stsd"))
    }

  private static let incomplete = "ISO/IEC 14496-12 §8.17"

  private static let otherEntries: [BoxDefinition] = [
    // Free space between the entries.
    .data("free", "FreeSpaceBox", "ISO/IEC 14496-12 §8.1.2", because: "its content is unused"),
    .data("skip", "FreeSpaceBox", "ISO/IEC 14496-12 §8.1.2", because: "its content is unused"),
    .box(
      "encs", "EncryptedSystemSampleEntry", "ISO/IEC 14496-12 §8.12", ContainerSampleEntry.self),
    .box(
      "ress", "RestrictedSystemSampleEntry", "ISO/IEC 14496-12 §8.15", ContainerSampleEntry.self),
    .box(
      "encf", "EncryptedFontSampleEntry", "ISO/IEC 14496-12 §8.12", ContainerSampleEntry.self),
    .box(
      "resf", "RestrictedFontSampleEntry", "ISO/IEC 14496-12 §8.15", ContainerSampleEntry.self),
    .box(
      "encp", "EncryptedHapticSampleEntry", "ISO/IEC 14496-12 §8.12", ContainerSampleEntry.self),
    .box(
      "resp", "RestrictedHapticSampleEntry", "ISO/IEC 14496-12 §8.15", ContainerSampleEntry.self),
    .box(VolumetricVisualSampleEntry.self),
    .box(
      "res3", "RestrictedVolumetricSampleEntry", "ISO/IEC 14496-12 §8.15",
      VolumetricVisualSampleEntry.self),
    // The fields depend on the original sample entry.
    .box(
      "enct", "EncryptedTextSampleEntry", "ISO/IEC 14496-12 §8.12", SampleEntry.self),
    .box(
      "rest", "RestrictedTextSampleEntry", "ISO/IEC 14496-12 §8.15", SampleEntry.self),
    .box(
      "encu", "EncryptedSubtitleSampleEntry", "ISO/IEC 14496-12 §8.12", SampleEntry.self),
    .box(
      "resu", "RestrictedSubtitleSampleEntry", "ISO/IEC 14496-12 §8.15", SampleEntry.self),
    .box(
      "encm", "EncryptedMetadataSampleEntry", "ISO/IEC 14496-12 §8.12", SampleEntry.self),
    .box(
      "resm", "RestrictedMetadataSampleEntry", "ISO/IEC 14496-12 §8.15", SampleEntry.self),
    .box("mp4s", "MpegSampleEntry", "ISO/IEC 14496-14 §6.7", ContainerSampleEntry.self),
    .box("svcM", "SVCMetadataSampleEntry", "ISO/IEC 14496-15 §6", ContainerSampleEntry.self),
    .box("wvtt", "WVTTSampleEntry", "ISO/IEC 14496-30 §7.5", ContainerSampleEntry.self),
    .box(XMLSubtitleSampleEntry.self),
    .box(XMLMetaDataSampleEntry.self),
    .box("urim", "URIMetaSampleEntry", "ISO/IEC 14496-12 §12.3.3", ContainerSampleEntry.self),
    .box("mett", "TextMetaDataSampleEntry", "ISO/IEC 14496-12 §12.3.3", TextSampleEntry.self),
    .box("stxt", "SimpleTextSampleEntry", "ISO/IEC 14496-12 §12.5.3", TextSampleEntry.self),
    .box("sbtt", "TextSubtitleSampleEntry", "ISO/IEC 14496-12 §12.6.3", TextSampleEntry.self),
    .box(TimedTextSampleEntry.self),
    .box(QuickTimeTextSampleEntry.self),
    .box(TimecodeSampleEntry.self),
    .box(MetadataSampleEntry.self), .box(T35MetadataSampleEntry.self),
    .box(CartesianCoordinates2DSampleEntry.self), .box(InitialViewpointSampleEntry.self),
    .box(DynamicViewpointSampleEntry.self),
    // Samples whose other parts are elsewhere: the fields are those of the complete entry.
    .box("icps", "IncompleteSystemSampleEntry", incomplete, ContainerSampleEntry.self),
    .box("icpp", "IncompleteHapticSampleEntry", incomplete, ContainerSampleEntry.self),
    .box("icpt", "IncompleteTextSampleEntry", incomplete, SampleEntry.self),
    .box("icpm", "IncompleteMetadataSampleEntry", incomplete, SampleEntry.self),
    .box("icph", "IncompleteHintSampleEntry", incomplete, SampleEntry.self),
    .box("c608", "ClosedCaptionSampleEntry", "QuickTime: Closed captioning", SampleEntry.self),
    .box("c708", "ClosedCaptionSampleEntry", "QuickTime: Closed captioning", SampleEntry.self),
  ]

  /// Timed metadata whose entries have only boxes after the header.
  private static let timedMetadataEntries: [BoxDefinition] =
    [
      ("evte", "EventMessageSampleEntry", "ISO/IEC 23001-18"),
      ("vqme", "QualityMetricsSampleEntry", "ISO/IEC 23001-10"),
      ("depi", "DecoderPowerIndicationMetaDataSampleEntry", "ISO/IEC 23001-10"),
      ("dipi", "DisplayPowerIndicationMetaDataSampleEntry", "ISO/IEC 23001-10"),
      ("dfce", "DisplayFineControlMetaDataSampleEntry", "ISO/IEC 23001-10"),
      ("invo", "InitialViewingOrientationSampleEntry", "ISO/IEC 23090-2 §7.7"),
      ("rcvp", "RecommendedViewportSampleEntry", "ISO/IEC 23090-2 §7.7"),
      ("ttsl", "TTSphereLocationSampleEntry", "ISO/IEC 23090-2 §7.7"),
      ("dyol", "DynamicOverlaySampleEntry", "ISO/IEC 23090-2"),
      ("unid", "DRCUniDrcSampleEntry", "ISO/IEC 23003-4"),
      ("3gvo", "CVOSampleEntry", "3GPP TS 26.244 §6.11"),
      ("3glo", "LocationSampleEntry", "3GPP TS 26.244 §6.12"),
    ].map { type, title, specification in
      .box(type, title, specification, ContainerSampleEntry.self)
    }

  private static let visualEntries: [BoxDefinition] =
    [
      ("hvc1", "HEVCSampleEntry"), ("hev1", "HEVCSampleEntry"), ("hvc2", "HEVCSampleEntry"),
      ("hev2", "HEVCSampleEntry"), ("lhv1", "LHEVCSampleEntry"), ("lhe1", "LHEVCSampleEntry"),
      ("avc1", "AVCSampleEntry"), ("avc2", "AVCSampleEntry"), ("avc3", "AVCSampleEntry"),
      ("avc4", "AVCSampleEntry"), ("vvc1", "VvcSampleEntry"), ("vvi1", "VvcSampleEntry"),
      ("hvc3", "HEVCSampleEntry"),
      ("hev3", "HEVCSampleEntry"), ("hvt1", "HEVCTileSampleEntry"),
      ("hvt2", "HEVCSliceSegmentDataSampleEntry"), ("hvt3", "HEVCTileSSHInfoSampleEntry"),
      ("lht1", "LHEVCTileSampleEntry"), ("avcp", "AVCParameterSampleEntry"),
      ("svc1", "SVCSampleEntry"), ("svc2", "SVCSampleEntry"), ("mvc1", "MVCSampleEntry"),
      ("mvc2", "MVCSampleEntry"), ("mvc3", "MVCSampleEntry"), ("mvc4", "MVCSampleEntry"),
      ("mvd1", "MVCDSampleEntry"), ("mvd2", "MVCDSampleEntry"), ("mvd3", "MVCDSampleEntry"),
      ("mvd4", "MVCDSampleEntry"), ("a3d1", "A3DSampleEntry"), ("a3d2", "A3DSampleEntry"),
      ("a3d3", "A3DSampleEntry"), ("a3d4", "A3DSampleEntry"), ("vvs1", "VvcSubpicSampleEntry"),
      ("vvcN", "VvcNonVCLSampleEntry"), ("evc1", "EVCSampleEntry"),
      ("evs1", "EVCSliceComponentTrackSampleEntry"),
      ("evs2", "EVCSliceComponentTrackSampleEntry"), ("av01", "AV1SampleEntry"),
      ("vp08", "VP8SampleEntry"), ("vp09", "VP9SampleEntry"),
      ("dvh1", "DolbyVisionHEVCSampleEntry"), ("dvhe", "DolbyVisionHEVCSampleEntry"),
      ("dva1", "DolbyVisionAVCSampleEntry"), ("dvav", "DolbyVisionAVCSampleEntry"),
      ("dav1", "DolbyVisionAV1SampleEntry"), ("mp4v", "MP4VisualSampleEntry"),
      ("s263", "H263SampleEntry"), ("jpeg", "JPEGSampleEntry"), ("mjpa", "MotionJPEGSampleEntry"),
      ("mjpb", "MotionJPEGSampleEntry"), ("mjp2", "MJ2SampleEntry"), ("j2ki", "J2KSampleEntry"),
      ("png ", "PNGSampleEntry"), ("apch", "ProResSampleEntry"), ("apcn", "ProResSampleEntry"),
      ("apcs", "ProResSampleEntry"), ("apco", "ProResSampleEntry"), ("ap4h", "ProResSampleEntry"),
      ("ap4x", "ProResSampleEntry"), ("uncv", "UncompressedFrameSampleEntry"),
      ("encv", "EncryptedVideoSampleEntry"), ("resv", "RestrictedVideoSampleEntry"),
      ("icpv", "IncompleteAVCSampleEntry"), ("vc-1", "VC1SampleEntry"),
      ("apv1", "APVSampleEntry"), ("jxsm", "JXSSampleEntry"),
    ].map { type, title in
      .box(type, title, "ISO/IEC 14496-12 §12.1.3, 14496-15", VisualSampleEntry.self)
    }

  private static let audioEntries: [BoxDefinition] =
    [
      ("mp4a", "MP4AudioSampleEntry"), ("enca", "EncryptedAudioSampleEntry"),
      ("resa", "RestrictedAudioSampleEntry"),
      ("ac-3", "AC3SampleEntry"), ("ec-3", "EC3SampleEntry"), ("ac-4", "AC4SampleEntry"),
      ("mlpa", "MLPSampleEntry"), ("Opus", "OpusSampleEntry"), ("fLaC", "FLACSampleEntry"),
      ("alac", "ALACSampleEntry"), ("samr", "AMRSampleEntry"), ("sawb", "AMRSampleEntry"),
      ("ipcm", "PCMSampleEntry"), ("fpcm", "PCMSampleEntry"), ("lpcm", "SoundDescription"),
      ("twos", "SoundDescription"), ("sowt", "SoundDescription"), ("in24", "SoundDescription"),
      ("in32", "SoundDescription"), ("fl32", "SoundDescription"), ("fl64", "SoundDescription"),
      ("ulaw", "SoundDescription"), ("alaw", "SoundDescription"), ("ima4", "SoundDescription"),
      (".mp3", "SoundDescription"), ("mha1", "MHASampleEntry"), ("mhm1", "MHASampleEntry"),
      ("dtsc", "DTSSampleEntry"), ("dtsh", "DTSSampleEntry"), ("dtsl", "DTSSampleEntry"),
      ("dtse", "DTSSampleEntry"), ("dtsx", "DTSSampleEntry"),
      ("dtsy", "DTSSampleEntry"), ("mha2", "MHASampleEntry"), ("mhm2", "MHASampleEntry"),
      ("iamf", "IASampleEntry"),
    ].map { type, title in
      .box(
        type, title, "ISO/IEC 14496-12 §12.2.3, QuickTime: Sound media", AudioSampleEntry.self)
    }

  /// The definition for an unknown sample entry, according to the handler.
  static func sampleEntry(_ type: FourCC, handlerType: FourCC) -> BoxDefinition? {
    switch handlerType {
    case "vide", "auxv", "pict":
      .box(
        type, "VisualSampleEntry", "ISO/IEC 14496-12 §12.1.3", VisualSampleEntry.self,
        .any(in: "stsd"))
    case "soun":
      .box(
        type, "AudioSampleEntry", "ISO/IEC 14496-12 §12.2.3", AudioSampleEntry.self,
        .any(in: "stsd"))
    case "volv":
      .box(
        type, "VolumetricVisualSampleEntry", "ISO/IEC 14496-12 §12.10",
        VolumetricVisualSampleEntry.self,
        .any(in: "stsd"))
    default:
      .box(
        type, "SampleEntry", "ISO/IEC 14496-12 §8.5.2", SampleEntry.self, .any(in: "stsd"))
    }
  }

  static let codecConfigurations: [BoxDefinition] = [
    .box(
      "dvvC", "DOVIConfigurationBox", DOVIConfigurationBox.specification,
      DOVIConfigurationBox.self, .optional(in: .visualSampleEntry)),
    .box(
      "dvwC", "DOVIConfigurationBox", DOVIConfigurationBox.specification,
      DOVIConfigurationBox.self, .optional(in: .visualSampleEntry)),
    .box(
      "hvcE", "HEVCConfigurationBox of the enhancement layer", DOVIConfigurationBox.specification,
      HEVCConfigurationBox.self, .optional(in: .visualSampleEntry)),
    .box(
      "avcE", "AVCConfigurationBox of the enhancement layer", DOVIConfigurationBox.specification,
      AVCConfigurationBox.self, .optional(in: .visualSampleEntry)),
    .box(HDRVividConfigurationBox.self, .optional(in: .visualSampleEntry)),
    .box(SMPTE2086MasteringDisplayMetadataBox.self, .optional(in: .visualSampleEntry)),
    .box(VPContentLightLevelBox.self, .optional(in: .visualSampleEntry)),
    .box(VC1SpecificBox.self, .optional(in: .visualSampleEntry)),
    .box(APVDecoderConfigurationBox.self, .optional(in: .visualSampleEntry, "ipco")),
    .box(AC4SpecificBox.self, .optional(in: .audioSampleEntry)),
    .box(MLPSpecificBox.self, .optional(in: .audioSampleEntry)),
    .box(DTSSpecificBox.self, .optional(in: .audioSampleEntry)),
    .box(DTSUHDSpecificBox.self, .optional(in: .audioSampleEntry)),
    .box(MHAConfigurationBox.self, .optional(in: .audioSampleEntry)),
    .box(MHAProfileAndLevelCompatibilitySetBox.self, .optional(in: .audioSampleEntry)),
    .box(IAConfigurationBox.self, .optional(in: .audioSampleEntry)),
    .box(AVS3AudioConfigurationBox.self, .optional(in: .audioSampleEntry)),
  ]
}

/// How samples are coded; the types of its children are the codecs.
public struct SampleDescriptionBox: BoxContainer {
  public static let type: FourCC = "stsd"
  public static let specification = "ISO/IEC 14496-12 §8.5.2"

  public var header = FullBoxHeader()
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.boxes(&children, in: .sampleEntries, countedBy: 32, "entry_count")
  }
}

extension FieldCoder {
  /// The start of every sample entry (ISO/IEC 14496-12 §8.5.2).
  mutating func sampleEntry(_ dataReferenceIndex: inout UInt16) throws(FieldError) {
    try reserved(48)
    try uint(16, "data_reference_index", &dataReferenceIndex)
  }
}

/// A sample entry with only the fields that all sample entries have.
public struct SampleEntry: BoxBody {
  public static let type: FourCC = "c608"
  public static let specification = "ISO/IEC 14496-12 §8.5.2"

  public var dataReferenceIndex: UInt16 = 1
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.bytes("data", &data, count: .toEnd)
  }
}

/// A sample entry that has only boxes: MPEG-4 systems (`mp4s`), WebVTT (`wvtt`).
public struct ContainerSampleEntry: BoxContainer {
  public static let type: FourCC = "mp4s"
  public static let specification = "ISO/IEC 14496-12 §8.5.2"

  public var dataReferenceIndex: UInt16 = 1
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.boxes(&children)
  }
}
