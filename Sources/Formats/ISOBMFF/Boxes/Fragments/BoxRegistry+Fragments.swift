extension BoxRegistry {
  static let fragments: [BoxDefinition] = [
    .container("mvex", "MovieExtendsBox", "ISO/IEC 14496-12 §8.8.1", .optional(in: "moov")),
    .box(MovieExtendsHeaderBox.self, .optional(in: "mvex")),
    .box(TrackExtendsBox.self, .some(in: "mvex")),
    .box(LevelAssignmentBox.self, .optional(in: "mvex")),
    .box(TrackExtensionPropertiesBox.self, .any(in: "mvex")),
    .box(AlternativeStartupSequencePropertiesBox.self, .optional(in: "trep")),
    .container("moof", "MovieFragmentBox", "ISO/IEC 14496-12 §8.8.4", .any(in: .file)),
    .box(MovieFragmentHeaderBox.self, .one(in: "moof")),
    .container("traf", "TrackFragmentBox", "ISO/IEC 14496-12 §8.8.6", .any(in: "moof")),
    .box(TrackFragmentHeaderBox.self, .one(in: "traf")),
    .box(TrackFragmentBaseMediaDecodeTimeBox.self, .optional(in: "traf")),
    .box(TrackRunBox.self, .any(in: "traf")),
    .box(RedundantSampleTimingBox.self, .optional(in: "traf")),
    .box(TrickPlayBox.self, .optional(in: "traf")),
    .box(
      "avcn", "AvcNalUnitStorageBox", TrickPlayBox.specification, AVCConfigurationBox.self,
      .optional(in: "traf")),
    .container(
      "mfra", "MovieFragmentRandomAccessBox", "ISO/IEC 14496-12 §8.8.9", .optional(in: .file)),
    .box(TrackFragmentRandomAccessBox.self, .any(in: "mfra")),
    .box(MovieFragmentRandomAccessOffsetBox.self, .one(in: "mfra")),
    .box(SegmentIndexBox.self, .any(in: .file)),
    .box(SubsegmentIndexBox.self, .any(in: .file)),
    .box(ProducerReferenceTimeBox.self, .any(in: .file)),
    .box(EventMessageBox.self, .any(in: .file)),
    .box(WatermarkPaceInfoBox.self, .any(in: .file)),
    .box(SchemeIDListBox.self, .optional(in: .sampleEntry)),
    .box(SampleAuxiliaryInformationSizesBox.self, .any(in: "stbl", "traf")),
    .box(SampleAuxiliaryInformationOffsetsBox.self, .any(in: "stbl", "traf")),
    .box(SubSampleInformationBox.self, .any(in: "stbl", "traf", "ipco")),
  ]
}
