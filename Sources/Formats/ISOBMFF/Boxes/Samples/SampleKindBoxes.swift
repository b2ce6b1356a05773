/// The samples at which decoding can start, counted from 1. Without this box, all are.
public struct SyncSampleBox: BoxBody {
  public static let type: FourCC = "stss"
  public static let specification = "ISO/IEC 14496-12 §8.6.2"

  public var header = FullBoxHeader()
  public var entries = FieldTable()

  /// The columns of ``entries``.
  public static let columns: [FieldTable.Column] = [.uint(32, "sample_number")]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.table(
      "entries", &entries, count: .bits(32, "entry_count"),
      columns: Self.columns)
  }
}

/// The samples at which decoding can start if the pictures that come before them in the presentation are left out,
/// counted from 1: those of open groups of pictures, as in HDV and XDCAM movies.
public struct PartialSyncSampleBox: BoxBody {
  public static let type: FourCC = "stps"
  public static let specification = "QuickTime File Format: Partial sync sample atom"

  public var header = FullBoxHeader()
  public var entries = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.table(
      "entries", &entries, count: .bits(32, "entry_count"),
      columns: SyncSampleBox.columns)
  }
}

/// Shadow sync samples, which can replace other samples when seeking.
public struct ShadowSyncSampleBox: BoxBody {
  public static let type: FourCC = "stsh"
  public static let specification = "ISO/IEC 14496-12 §8.6.3"

  public var header = FullBoxHeader()
  public var entries = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.table(
      "entries", &entries, count: .bits(32, "entry_count"),
      columns: [.uint(32, "shadowed_sample_number"), .uint(32, "sync_sample_number")])
  }
}

/// The dependencies of samples; one row for each sample of the track (or the fragment).
public struct SampleDependencyTypeBox: BoxBody {
  public static let type: FourCC = "sdtp"
  public static let specification = "ISO/IEC 14496-12 §8.6.4"

  public var header = FullBoxHeader()
  public var entries = FieldTable()

  /// The columns of ``entries``.
  public static let columns: [FieldTable.Column] = [
    .uint(2, "is_leading"), .uint(2, "sample_depends_on"), .uint(2, "sample_is_depended_on"),
    .uint(2, "sample_has_redundancy"),
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.table(
      "entries", &entries, count: .toEnd,
      columns: Self.columns)
  }
}

/// The degradation priority of each sample; one row for each.
public struct DegradationPriorityBox: BoxBody {
  public static let type: FourCC = "stdp"
  public static let specification = "ISO/IEC 14496-12 §8.5.3"

  public var header = FullBoxHeader()
  public var entries = FieldTable()

  /// The columns of ``entries``.
  public static let columns: [FieldTable.Column] = [.uint(16, "priority")]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.table("entries", &entries, count: .toEnd, columns: Self.columns)
  }
}

/// The number of padding bits at the end of samples.
struct PaddingBitsBox: BoxBody {
  static let type: FourCC = "padb"
  static let specification = "ISO/IEC 14496-12 §8.7.6"

  var header = FullBoxHeader()
  var sampleCount: UInt32 = 0
  /// Two samples in a row: a reserved bit and 3 bits of padding, each.
  var entries = FieldTable()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "sample_count", &sampleCount)
    try f.table(
      "entries", &entries, count: .toEnd,
      columns: [
        .uint(1, "reserved"), .uint(3, "pad1"), .uint(1, "reserved"), .uint(3, "pad2"),
      ])
  }
}
