extension BoxRegistry {
  static let samples: [BoxDefinition] = [
    .container("stbl", "SampleTableBox", "ISO/IEC 14496-12 §8.5.1"),
    .box(TimeToSampleBox.self),
    .box(CompositionOffsetBox.self),
    .box(CompositionToDecodeBox.self),
    .box(SyncSampleBox.self),
    .box(ShadowSyncSampleBox.self),
    .box(SampleDependencyTypeBox.self),
    .box(DegradationPriorityBox.self),
    .box(PaddingBitsBox.self),
    .box(SampleToChunkBox.self),
    .box(SampleSizeBox.self),
    .box(CompactSampleSizeBox.self),
    .box(ChunkOffsetBox.self),
    .box(ChunkLargeOffsetBox.self),
    .box(SampleToGroupBox.self),
    .box(SampleGroupDescriptionBox.self),
  ]
}

extension BoxRegistry {
  static let sampleEntries: [BoxDefinition] = []

  /// The handler says what a sample entry is that we do not know by its type.
  static func sampleEntry(_ type: FourCC, handlerType: FourCC) -> BoxDefinition? { nil }
}
