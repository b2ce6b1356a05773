extension Rules {
  static let fragments: [any Rule.Type] = [
    EmsgTimescaleZero.self,
    MehdDurationDiffers.self,
    MfhdSequence.self,
    MfroSize.self,
    MvexMissing.self,
    SaioEntryCount.self,
    SaizSampleCount.self,
    SencSampleCount.self,
    SidxSizes.self,
    SidxTimeDiffers.self,
    TfdtBackwards.self,
    TfdtGap.self,
    TfhdDescriptionUnknown.self,
    TfhdTrackUnknown.self,
    TfraOffset.self,
    TrexMissing.self,
    TrunDurationsMissing.self,
    TrunOutsideMdat.self,
    TrunPastEnd.self,
    TrunSizesMissing.self,
  ]
}
