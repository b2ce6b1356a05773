extension BoxRegistry {
  /// Video with two views, and around the viewer.
  static let spatial: [BoxDefinition] =
    stereoViews + lenses + sphericalVideo + omnidirectionalVideo

  private static let apple = SpatialMedia.specification
  private static let google = SphericalVideo.specification

  private static let stereoViews: [BoxDefinition] = [
    .container("vexu", "VideoExtendedUsageBox", apple, .optional(in: .visualSampleEntry, "ipco")),
    .container("eyes", "StereoViewBox", apple, .optional(in: "vexu")),
    .container("cams", "StereoCameraSystemBox", apple, .optional(in: "eyes")),
    .container("cmfy", "StereoComfortBox", apple, .optional(in: "eyes")),
    .container("proj", "ProjectionBox", apple, .optional(in: "vexu"), .one(in: "sv3d")),
    .container("pack", "ViewPackingBox", apple, .optional(in: "vexu")),
    .box(HorizontalFieldOfViewBox.self, .optional(in: .visualSampleEntry)),
    .box(StereoViewInformationBox.self, .one(in: "eyes")),
    .box(HeroStereoEyeBox.self, .optional(in: "eyes")),
    .box(StereoBaselineBox.self, .optional(in: "cams")),
    .box(StereoDisparityAdjustmentBox.self, .optional(in: "cmfy")),
    .box(ProjectionInformationBox.self, .optional(in: "proj")),
    .box(ViewPackingInformationBox.self, .one(in: "pack")),
    .box(
      RequiredBoxTypesBox.self,
      .optional(in: "vexu", "eyes", "cams", "cmfy", "proj", "pack", "lnsc", "lens", "lnex", "cxfm")),
    .box("rect", "RectilinearProjectionBox", apple, ProjectionKindBox.self, .optional(in: "proj")),
    .box(
      "hequ", "HalfEquirectangularProjectionBox", apple, ProjectionKindBox.self,
      .optional(in: "proj")),
    .box("fish", "FisheyeProjectionBox", apple, ProjectionKindBox.self, .optional(in: "proj")),
    .box(
      "prim", "ParametricImmersiveMediaProjectionBox", apple, ProjectionKindBox.self,
      .optional(in: "proj")),
  ]

  private static let lenses: [BoxDefinition] = [
    .container("lnsc", "CameraSystemLensCollectionBox", apple, .optional(in: "proj", "vexu")),
    .box(CameraSystemLensBox.self, .any(in: "lnsc")),
    .box(CameraSystemLensHeaderBox.self, .one(in: "lens")),
    .box(CameraSystemLensReferenceDimensionsBox.self, .optional(in: "lens")),
    .box(CameraSystemLensIntrinsicsBox.self, .optional(in: "lens")),
    .box(CameraSystemLensDistortionsBox.self, .optional(in: "lens")),
    .box(CameraSystemLensFrameAdjustmentBox.self, .optional(in: "lens")),
    .container("lnex", "CameraSystemLensExtrinsicsBox", apple, .optional(in: "lens")),
    .container("cxfm", "CameraSystemTransformBox", apple, .optional(in: "cams", "lnex")),
    .box(CameraSystemOriginSourceBox.self, .optional(in: "lnex", "cxfm")),
    .box(CameraSystemUnitQuaternionTransformBox.self, .optional(in: "lnex", "cxfm")),
  ]

  private static let sphericalVideo: [BoxDefinition] = [
    .box(Stereoscopic3DBox.self, .optional(in: .visualSampleEntry)),
    .container("sv3d", "SphericalVideoBox", google, .optional(in: .visualSampleEntry)),
    .box(SphericalVideoHeaderBox.self, .one(in: "sv3d")),
    .box(ProjectionHeaderBox.self, .optional(in: "proj")),
    .box(EquirectangularProjectionBox.self, .optional(in: "proj")),
    .box(CubemapProjectionBox.self, .optional(in: "proj")),
    .box(MeshProjectionBox.self, .optional(in: "proj")),
    .box(SpatialAudioBox.self, .optional(in: .audioSampleEntry)),
    .box(NonDiegeticAudioBox.self, .optional(in: .audioSampleEntry)),
    .uuid(
      "ffcc8263-f855-4a93-8814-587a02521fdd", "Spherical Video V1", "Spherical Video RFC",
      SphericalVideoXMLBox.self, .optional(in: "trak")),
  ]

  private static let omnidirectionalVideo: [BoxDefinition] = [
    .container(
      "povd", "ProjectedOmniVideoBox", "ISO/IEC 23090-2", .optional(in: "schi")),
    .box(RegionWisePackingBox.self, .optional(in: "povd"), .any(in: "ipco")),
    .box(CoverageInformationBox.self, .optional(in: "povd"), .any(in: "ipco")),
    .box(RotationBox.self, .optional(in: "povd"), .any(in: "ipco")),
    .box(SphereRegionConfigBox.self, .optional(in: .sampleEntry)),
    .box(RecommendedViewportInformationBox.self, .optional(in: .sampleEntry)),
    .box(SubPictureRegionBox.self, .optional(in: "2dcc")),
    .box(SpatialRelationship2DSourceBox.self, .optional(in: "2dcc")),
    .box(
      "2dss", "SpatialRelationship2DSourceBox", SpatialRelationship2DSourceBox.specification,
      SpatialRelationship2DSourceBox.self, .optional(in: "2dcc")),
    .box(SphereRegionQualityRankingBox.self, .optional(in: .visualSampleEntry)),
    .box(OverlayConfigBox.self, .optional(in: .visualSampleEntry), .any(in: "ipco")),
  ]
}
