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
