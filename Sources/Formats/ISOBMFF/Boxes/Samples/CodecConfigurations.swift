extension BoxRegistry {
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
