/// The group descriptions of samples.
public struct SampleToGroupBox: BoxBody {
  public static let type: FourCC = "sbgp"
  public static let specification = "ISO/IEC 14496-12 §8.9.2"

  public var header = FullBoxHeader()
  public var groupingType: FourCC = "roll"
  /// The parameter of the grouping type; from version 1 on.
  public var groupingTypeParameter: UInt32 = 0
  /// `sample_count`, `group_description_index` (0: no group).
  public var entries = FieldTable()

  /// The columns of ``entries``.
  public static let columns: [FieldTable.Column] = [
    .uint(32, "sample_count"), .uint(32, "group_description_index"),
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.fourCC("grouping_type", &groupingType)
    if header.version == 1 { try f.uint(32, "grouping_type_parameter", &groupingTypeParameter) }
    try f.table(
      "entries", &entries, count: .bits(32, "entry_count"),
      columns: Self.columns)
  }
}

/// The common properties of groups of samples.
public struct SampleGroupDescriptionBox: BoxBody {
  public static let type: FourCC = "sgpd"
  public static let specification = "ISO/IEC 14496-12 §8.9.3"

  public var header = FullBoxHeader(version: 1)
  public var groupingType: FourCC = "roll"
  /// The number of bytes of each entry, from version 1 on; 0 if they differ.
  public var defaultLength: UInt32 = 0
  /// The entry for samples that are not in `sbgp`; since version 2.
  public var defaultGroupDescriptionIndex: UInt32 = 0
  public var entries: [SampleGroupEntry] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...3)
    try f.fourCC("grouping_type", &groupingType)
    if header.version >= 1 { try f.uint(32, "default_length", &defaultLength) }
    if header.version >= 2 {
      try f.uint(32, "default_group_description_index", &defaultGroupDescriptionIndex)
    }
    var count = UInt32(clamping: entries.count)
    try f.uint(32, "entry_count", &count)
    try f.list("entries", &entries, count: .exactly(Int(count)), of: SampleGroupEntry()) {
      [size = entrySize(among: Int(count), f), groupingType] (entry, f) throws(FieldError) in
      try f.sampleGroupEntry(&entry, of: groupingType, count: size)
    }
  }

  /// Version 0 does not state the size of an entry: in practice, all have the same size.
  private func entrySize(among count: Int, _ f: borrowing FieldCoder) -> FieldCoder.Count {
    switch (header.version, defaultLength) {
    case (0, _): f.isDecoding ? .exactly(f.bitsLeft / 8 / max(count, 1)) : .toEnd
    case (_, 0): .bits(32, "description_length")
    default: .exactly(Int(defaultLength))
    }
  }
}

/// The group descriptions of samples, as repeated patterns.
public struct CompactSampleToGroupBox: BoxBody {
  public static let type: FourCC = "csgp"
  public static let specification = "ISO/IEC 14496-12 §8.9.5"

  /// Flags: starting with bit 0, 2 bits each for the sizes of indices, counts and lengths (4, 8, 16 or 32 bits), then
  /// whether there is a parameter, and whether the highest bit of an index stands for a description in the fragment.
  public var header = FullBoxHeader()
  public var groupingType: FourCC = "roll"
  public var groupingTypeParameter: UInt32 = 0
  public var patterns: [Pattern] = []
  /// The numbers of the group descriptions in all patterns, in order; 0 stands for no group.
  public var descriptionIndices: [UInt32] = []

  /// A pattern repeats until it has been used for its count of samples.
  public struct Pattern: Equatable, Sendable {
    public var length: UInt32 = 0
    public var sampleCount: UInt32 = 0
  }

  public init() {}

  private func bits(_ shift: UInt32) -> Int { 4 << Int(header.flags >> shift & 3) }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("grouping_type", &groupingType)
    if header.has(0x40) { try f.uint(32, "grouping_type_parameter", &groupingTypeParameter) }
    let (lengthBits, countBits, indexBits) = (bits(4), bits(2), bits(0))
    try f.list("patterns", &patterns, count: .bits(32, "pattern_count"), of: Pattern()) {
      (pattern, f) throws(FieldError) in
      try f.uint(lengthBits, "pattern_length", &pattern.length)
      try f.uint(countBits, "sample_count", &pattern.sampleCount)
    }
    // There are fewer than 2³² patterns, of lengths below 2³².
    let total = patterns.reduce(UInt64(0)) { $0 + UInt64($1.length) }
    try f.list(
      indexBits, "sample_group_description_index", &descriptionIndices,
      count: .exactly(Int(clamping: total)))
    let bits =
      patterns.count % 2 * (lengthBits + countBits) + descriptionIndices.count % 2 * indexBits
    try f.reserved((8 - bits % 8) % 8)
  }
}

/// The common properties of the samples of one group. The syntax depends on the grouping type.
public struct SampleGroupEntry: Equatable, Sendable {
  /// The description, one of ``BoxRegistry/sampleGroups``; nil if the type of grouping is not among
  /// them.
  public var description: (any FieldCodable)?
  /// Bytes after the description, or all bytes.
  public var data = Bytes()

  public init() {}

  public static func == (a: SampleGroupEntry, b: SampleGroupEntry) -> Bool {
    guard a.data == b.data else { return false }
    return switch (a.description, b.description) {
    case (nil, nil): true
    case (let a?, let b?): a.isEqual(to: b)
    default: false
    }
  }
}

extension FieldCodable {
  fileprivate func isEqual(to other: any FieldCodable) -> Bool { other as? Self == self }
}

extension FieldCoder {
  /// An entry; `count` is the source of its size in bytes.
  mutating func sampleGroupEntry(
    _ entry: inout SampleGroupEntry, of type: FourCC, count: Count
  ) throws(FieldError) {
    var inner = innerWriter()
    if !isDecoding {
      try entry.description?.fields(&inner)
      try inner.bytes("data", &entry.data, count: .toEnd)
    }
    var size = isDecoding ? bitsLeft / 8 : inner.writer.count
    switch count {
    case .bits(let bits, let name):
      var stored = UInt64(size)
      try uint(bits, name, &stored)
      size = Int(clamping: stored)
    case .exactly(let exact): size = exact
    case .toEnd: break
    }
    guard isDecoding else {
      guard inner.writer.count == size else {
        throw error(
          .invalid("the entry has \(counted(inner.writer.count, "byte")), instead of \(size)"))
      }
      return writer.write(inner.writer)
    }
    inner = try self.inner(try take(size))
    if var description = BoxRegistry.sampleGroup(type)?.entry?.init() {
      try description.fields(&inner)
      entry.description = description
    }
    try inner.bytes("data", &entry.data, count: .toEnd)
  }
}

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
