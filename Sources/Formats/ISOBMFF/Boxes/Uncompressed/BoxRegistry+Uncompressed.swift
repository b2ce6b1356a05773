extension BoxRegistry {
  /// Boxes of uncompressed images and video (ISO/IEC 23001-17), in `ipco` and in sample entries.
  static let uncompressed: [BoxDefinition] = [
    .box(ComponentDefinitionBox.self, .optional(in: .visualSampleEntry), .any(in: "ipco")),
    .box(UncompressedFrameConfigBox.self, .optional(in: .visualSampleEntry), .any(in: "ipco")),
    .box(CompressionConfigurationBox.self, .optional(in: .visualSampleEntry), .any(in: "ipco")),
    .box(GenericallyCompressedUnitsItemInfoBox.self, .any(in: "ipco")),
    .box(ItemCompressedByteRangeInfoBox.self, .any(in: "ipco")),
    .box(ComponentPatternDefinitionBox.self, .any(in: .visualSampleEntry, "ipco")),
    .box(ComponentPaletteBox.self, .any(in: .visualSampleEntry, "ipco")),
    .box(PolarizationPatternDefinitionBox.self, .any(in: .visualSampleEntry, "ipco")),
    .box(SensorBadPixelsMapBox.self, .any(in: .visualSampleEntry, "ipco")),
    .box(SensorNonUniformityCorrectionBox.self, .any(in: .visualSampleEntry, "ipco")),
    .box(ChromaLocationBox.self, .optional(in: .visualSampleEntry), .any(in: "ipco")),
    .box(FramePackingInformationBox.self, .optional(in: .visualSampleEntry), .any(in: "ipco")),
    .data(
      "clev", "ComponentReferenceLevelBox", "ISO/IEC 23001-17 §6.1", because: noSyntax,
      .any(in: .visualSampleEntry, "ipco")),
    .data(
      "disi", "DisparityInformationBox", "ISO/IEC 23001-17 §6.1", because: noSyntax,
      .any(in: .visualSampleEntry, "ipco")),
    .data(
      "ilcp", "FieldInterlacePropertyBox", "ISO/IEC 23001-17 §6.1", because: noSyntax,
      .any(in: "ipco")),
    .box(TAIClockInfoBox.self, .any(in: .sampleEntry, "ipco")),
    .box(TAITimestampBox.self, .any(in: "ipco")),
    .box(TiledImageConfigurationBox.self, .any(in: "ipco")),
    .uuid(
      "261ef374-1d97-5bba-acbd-9d2c8ea73522", "ContentIDProperty", "NGA.STND.0076 (GIMI)",
      ContentIDProperty.self, .any(in: "ipco")),
    .uuid(
      "9db9dd6e-373c-5a4e-8110-21fc83a911fd", "ComponentContentIDsProperty", "NGA.STND.0076 (GIMI)",
      ComponentContentIDsProperty.self, .any(in: "ipco")),
  ]

  private static let noSyntax = "no published text of its syntax was available"
}
