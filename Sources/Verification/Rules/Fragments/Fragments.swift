extension Rules {
  static let fragments: [any Rule.Type] = [
    AuxiliaryInformationCount.self,
    AuxiliaryOffsetsCount.self,
    EventTimescaleZero.self,
    FragmentDataOutsideMediaData.self,
    FragmentDataPastEnd.self,
    FragmentDescriptionUnknown.self,
    FragmentDurationDiffers.self,
    FragmentDurationsMissing.self,
    FragmentSequence.self,
    FragmentSizesMissing.self,
    FragmentTimeBackwards.self,
    FragmentTimeGap.self,
    FragmentTrackUnknown.self,
    MovieExtendsMissing.self,
    RandomAccessOffset.self,
    RandomAccessSize.self,
    SampleEncryptionCount.self,
    SegmentIndexSizes.self,
    SegmentIndexTime.self,
    TrackExtendsMissing.self,
  ]
}
