extension BoxRegistry {
  /// Item properties; many of them are also children of sample entries.
  static let properties: [BoxDefinition] = [
    .box(ImageSpatialExtentsProperty.self, .any(in: "ipco")),
    .box(PixelInformationProperty.self, .any(in: "ipco")),
    .box(ColourInformationBox.self, .any(in: "ipco", .visualSampleEntry)),
    .box(PixelAspectRatioBox.self, .any(in: "ipco"), .optional(in: .visualSampleEntry)),
    .box(CleanApertureBox.self, .any(in: "ipco"), .optional(in: .visualSampleEntry)),
    .box(ImageRotation.self, .any(in: "ipco")),
    .box(ImageMirror.self, .any(in: "ipco")),
    .box(AuxiliaryTypeProperty.self, .any(in: "ipco")),
    .box(ItemAuxiliaryInformationBox.self, .any(in: "ipco")),
    .box(ItemEncryptionBox.self, .any(in: "ipco")),
    .box(HEVCConfigurationBox.self, .any(in: "ipco"), .optional(in: .visualSampleEntry)),
    .box(LayeredHEVCConfigurationBox.self, .any(in: "ipco"), .optional(in: .visualSampleEntry)),
    .box(AVCConfigurationBox.self, .any(in: "ipco"), .optional(in: .visualSampleEntry)),
    .box(AV1CodecConfigurationBox.self, .any(in: "ipco"), .optional(in: .visualSampleEntry)),
    .box(ContentLightLevelBox.self, .any(in: "ipco"), .optional(in: .visualSampleEntry)),
    .box(
      MasteringDisplayColourVolumeBox.self, .any(in: "ipco"), .optional(in: .visualSampleEntry)),
    .box(AmbientViewingEnvironmentBox.self, .any(in: "ipco"), .optional(in: .visualSampleEntry)),
    .box(RelativeLocationProperty.self, .any(in: "ipco")),
    .box(LayerSelectorProperty.self, .any(in: "ipco")),
    .box(RequiredReferenceTypesProperty.self, .any(in: "ipco")),
    .box(UserDescriptionProperty.self, .any(in: "ipco")),
    .box(AccessibilityTextProperty.self, .any(in: "ipco")),
    .box(CreationTimeProperty.self, .any(in: "ipco")),
    .box(
      "mdft", "ModificationTimeProperty", "ISO/IEC 23008-12 §6.5.19", CreationTimeProperty.self,
      .any(in: "ipco")),
    .box(OperatingPointSelectorProperty.self, .any(in: "ipco")),
    .box(AV1LayeredImageIndexingProperty.self, .any(in: "ipco")),
    .box(CameraIntrinsicMatrixProperty.self, .any(in: "ipco")),
    .box(CameraExtrinsicMatrixProperty.self, .any(in: "ipco")),
    .uuid(
      "22cc04c7-d6d9-4e07-9d90-4eb6ecbaf3a3", "CameraIntrinsicMatrixProperty",
      "Apple spatial photos, as cmin of ISO/IEC 23008-12", CameraIntrinsicMatrixProperty.self,
      .any(in: "ipco")),
    .uuid(
      "4363e914-5b7d-4aab-97ae-bea69803b434", "CameraExtrinsicMatrixProperty",
      "Apple spatial photos, as cmex of ISO/IEC 23008-12", CameraExtrinsicMatrixProperty.self,
      .any(in: "ipco")),
    .uuid(
      "de225085-36cb-4365-8743-2f8705e7c78a", "DisparityAdjustmentProperty",
      "Apple spatial photos", DisparityAdjustmentProperty.self, .any(in: "ipco")),
    .uuid(
      "a33e221a-d1d0-464d-b252-780190d1734d", "spatial photo property", "Apple spatial photos",
      nil,
      because: "what it means is not known", .any(in: "ipco")),
    .box(
      "brnd", "BrandProperty", "ISO/IEC 14496-12 §8.11.17", FileTypeBox.self, .any(in: "ipco")),
    .box(ContentColourVolumeBox.self, .any(in: "ipco"), .optional(in: .visualSampleEntry)),
    .box(NominalDiffuseWhiteBox.self, .any(in: "ipco"), .optional(in: .visualSampleEntry)),
    .box(JPEGConfigurationBox.self, .any(in: "ipco"), .optional(in: .visualSampleEntry)),
    .box(OperatingPointsInformationProperty.self, .any(in: "ipco")),
    .box(TargetOlsProperty.self, .any(in: "ipco")),
    .box(ImageScaling.self, .any(in: "ipco")),
    .box(MaskConfigurationProperty.self, .any(in: "ipco")),
    .box(ProjectionFormatProperty.self, .any(in: "ipco")),
    .box(VvcSubpicIDProperty.self, .any(in: "ipco")),
    .box(VvcSubpicOrderProperty.self, .any(in: "ipco")),
    .box(
      "aebr", "AutoExposureProperty", "ISO/IEC 23008-12 §6.5.22",
      BracketingProperty<AutoExposureBracketingEntry>.self, .any(in: "ipco")),
    .box(
      "wbbr", "WhiteBalanceProperty", "ISO/IEC 23008-12 §6.5.23",
      BracketingProperty<WhiteBalanceBracketingEntry>.self, .any(in: "ipco")),
    .box(
      "fobr", "FocusProperty", "ISO/IEC 23008-12 §6.5.24",
      BracketingProperty<FocusBracketingEntry>.self, .any(in: "ipco")),
    .box(
      "afbr", "FlashExposureProperty", "ISO/IEC 23008-12 §6.5.25",
      BracketingProperty<FlashExposureBracketingEntry>.self, .any(in: "ipco")),
    .box(
      "dobr", "DepthOfFieldProperty", "ISO/IEC 23008-12 §6.5.26",
      BracketingProperty<DepthOfFieldBracketingEntry>.self, .any(in: "ipco")),
    .box(
      "pano", "PanoramaProperty", "ISO/IEC 23008-12 §6.5.27",
      BracketingProperty<PanoramaEntry>.self, .any(in: "ipco")),
    .box(
      "wipe", "WipeTransitionEffectProperty", "ISO/IEC 23008-12 §6.5",
      TransitionEffectProperty.self, .any(in: "ipco")),
    .box(
      "fade", "FadeTransitionEffectProperty", "ISO/IEC 23008-12 §6.5",
      TransitionEffectProperty.self, .any(in: "ipco")),
    .box(
      "splt", "SplitTransitionEffectProperty", "ISO/IEC 23008-12 §6.5",
      TransitionEffectProperty.self, .any(in: "ipco")),
    .box(ZoomTransitionEffectProperty.self, .any(in: "ipco")),
    .box(SuggestedTransitionPeriodProperty.self, .any(in: "ipco")),
    .box(SuggestedTimeDisplayDurationProperty.self, .any(in: "ipco")),
    .box(ModelCoordinateReferenceSystemProperty.self, .any(in: "ipco")),
    .box(ModelTransformationProperty.self, .any(in: "ipco")),
    .box(ModelTiePointProperty.self, .any(in: "ipco")),
    .uuid(
      "137a1742-75ac-4747-82bc-659576e8675b", "ModelCoordinateReferenceSystemProperty",
      "drafts of OGC 24-038", ModelCoordinateReferenceSystemProperty.self, .any(in: "ipco")),
    .uuid(
      "763cf838-b630-440b-84f8-be44bf9910af", "ModelTransformationProperty",
      "drafts of OGC 24-038", ModelTransformationProperty.self, .any(in: "ipco")),
  ]
}
