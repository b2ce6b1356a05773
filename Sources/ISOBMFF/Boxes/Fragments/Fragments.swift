extension BoxRegistry {
  static let fragments: [BoxDefinition] = [
    .container("mvex", "MovieExtendsBox", "ISO/IEC 14496-12 §8.8.1"),
    .box(MovieExtendsHeaderBox.self),
    .box(TrackExtendsBox.self),
    .box(TrackExtensionPropertiesBox.self),
    .container("moof", "MovieFragmentBox", "ISO/IEC 14496-12 §8.8.4"),
    .box(MovieFragmentHeaderBox.self),
    .container("traf", "TrackFragmentBox", "ISO/IEC 14496-12 §8.8.6"),
    .box(TrackFragmentHeaderBox.self),
    .box(TrackFragmentBaseMediaDecodeTimeBox.self),
    .box(TrackRunBox.self),
    .container("mfra", "MovieFragmentRandomAccessBox", "ISO/IEC 14496-12 §8.8.9"),
    .box(TrackFragmentRandomAccessBox.self),
    .box(MovieFragmentRandomAccessOffsetBox.self),
    .box(SegmentIndexBox.self),
    .box(SubsegmentIndexBox.self),
    .box(ProducerReferenceTimeBox.self),
    .box(EventMessageBox.self),
    .box(SampleAuxiliaryInformationSizesBox.self),
    .box(SampleAuxiliaryInformationOffsetsBox.self),
    .box(SubSampleInformationBox.self),
  ]
}
