/// The definition of a type of sample grouping.
public struct SampleGroupDefinition: Sendable {
  /// The type of the grouping (`grouping_type`), four characters.
  public var type: FourCC
  /// The specification's name: `VisualRandomAccessEntry`.
  public var title: String
  /// The document and the clause that define it.
  public var specification: String
  /// How an entry's fields are read.
  public var entry: (any RegisteredSyntax.Type)?

  /// A grouping whose Swift type has the name in the specification.
  static func entry(_ entry: any RegisteredSyntax.Type) -> SampleGroupDefinition {
    SampleGroupDefinition(
      type: entry.type, title: "\(entry)", specification: entry.specification, entry: entry)
  }

  /// A grouping that shares its syntax with others.
  static func entry(
    _ type: FourCC, _ title: String, _ specification: String, _ entry: any RegisteredSyntax.Type
  ) -> SampleGroupDefinition {
    SampleGroupDefinition(type: type, title: title, specification: specification, entry: entry)
  }
}

extension BoxRegistry {
  /// The entries of `sgpd`, by type of grouping.
  public static let sampleGroups: [SampleGroupDefinition] =
    [
      .entry(RollRecoveryEntry.self),
      .entry("prol", "AudioPreRollEntry", "ISO/IEC 14496-12 §10.1", RollRecoveryEntry.self),
      .entry(VisualRandomAccessEntry.self),
      .entry(VisualDRAPEntry.self),
      .entry(SAPEntry.self),
      .entry(TemporalLevelEntry.self),
      .entry(SyncSampleEntry.self),
      .entry(TemporalLayerEntry.self),
      .entry(DirectReferenceSamplesList.self),
      .entry(CencSampleEncryptionInformationGroupEntry.self),
      .entry(AlternativeStartupEntry.self),
      .entry(RateShareEntry.self),
      .entry(SampleToMetadataItemEntry.self),
      .entry("pasr", "PixelAspectRatioEntry", "ISO/IEC 14496-12 §10", PixelAspectRatioBox.self),
      .entry("casg", "CleanApertureEntry", "ISO/IEC 14496-12 §10", CleanApertureBox.self),
      .entry(VisualEquivalenceEntry.self),
      .entry(AutoExposureBracketingEntry.self),
      .entry(FlashExposureBracketingEntry.self),
      .entry(DepthOfFieldBracketingEntry.self),
      .entry(FocusBracketingEntry.self),
      .entry(WhiteBalanceBracketingEntry.self),
      .entry(PanoramaEntry.self),
      .entry(OperatingPointsRecord.self),
      .entry(FieldInterlaceTypeEntry.self),
      .entry(EssentialDescriptionsHierarchyEntry.self),
      .entry(AV1ForwardKeyFrameSampleGroupEntry.self),
      .entry(
        "av1s", "AV1SwitchFrameSampleGroupEntry", av1, SampleGroupEntryWithoutFields.self),
      .entry("av1m", "AV1MultiFrameSampleGroupEntry", av1, SampleGroupEntryWithoutFields.self),
      .entry("av1M", "AV1MetadataSampleGroupEntry", av1, SampleGroupEntryWithoutFields.self),
    ] + nalUnitVideoSampleGroups

  private static let av1 = "AV1 in ISOBMFF §2"

  private static let sampleGroupIndex = Dictionary(
    uniqueKeysWithValues: sampleGroups.map { ($0.type, $0) })

  /// The definition of a type of sample grouping.
  public static func sampleGroup(_ type: FourCC) -> SampleGroupDefinition? {
    sampleGroupIndex[type]
  }
}
