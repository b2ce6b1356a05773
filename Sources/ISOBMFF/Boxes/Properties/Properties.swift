extension BoxRegistry {
  /// Item properties; many of them are also children of sample entries.
  static let properties: [BoxDefinition] = [
    .box(ImageSpatialExtentsProperty.self),
    .box(PixelInformationProperty.self),
    .box(ColourInformationBox.self),
    .box(PixelAspectRatioBox.self),
    .box(CleanApertureBox.self),
    .box(ImageRotation.self),
    .box(ImageMirror.self),
    .box(AuxiliaryTypeProperty.self),
    .box(HEVCConfigurationBox.self),
    .box(LayeredHEVCConfigurationBox.self),
    .box(AVCConfigurationBox.self),
    .box(AV1CodecConfigurationBox.self),
    .box(ContentLightLevelBox.self),
    .box(MasteringDisplayColourVolumeBox.self),
    .box(AmbientViewingEnvironmentBox.self),
    .box(RelativeLocationProperty.self),
    .box(LayerSelectorProperty.self),
    .box(RequiredReferenceTypesProperty.self),
    .box(UserDescriptionProperty.self),
    .box(AccessibilityTextProperty.self),
    .box(CreationTimeProperty.self),
    .box("mdft", "ModificationTimeProperty", "ISO/IEC 23008-12 §6.5.18", CreationTimeProperty.self),
    .box(OperatingPointSelectorProperty.self),
    .box(AV1LayeredImageIndexingProperty.self),
    .box(CameraIntrinsicMatrixProperty.self),
    .box(CameraExtrinsicMatrixProperty.self),
    .uuid(
      "22cc04c7-d6d9-4e07-9d90-4eb6ecbaf3a3", "CameraIntrinsicMatrixProperty",
      "Apple spatial photos, as cmin of ISO/IEC 23008-12", CameraIntrinsicMatrixProperty.self),
    .uuid(
      "4363e914-5b7d-4aab-97ae-bea69803b434", "CameraExtrinsicMatrixProperty",
      "Apple spatial photos, as cmex of ISO/IEC 23008-12", CameraExtrinsicMatrixProperty.self),
    .uuid(
      "de225085-36cb-4365-8743-2f8705e7c78a", "DisparityAdjustmentProperty",
      "Apple spatial photos", DisparityAdjustmentProperty.self),
    .uuid(
      "a33e221a-d1d0-464d-b252-780190d1734d", "spatial photo property", "Apple spatial photos", nil),
  ]
}
