/// The durations of samples: their decoding times.
public struct TimeToSampleBox: BoxBody {
  public static let type: FourCC = "stts"
  public static let specification = "ISO/IEC 14496-12 §8.6.1.2"

  public var header = FullBoxHeader()
  /// `sample_count`, `sample_delta`.
  public var entries = FieldTable()

  /// The columns of ``entries``.
  public static let columns: [FieldTable.Column] = [
    .uint(32, "sample_count"), .uint(32, "sample_delta"),
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.table(
      "entries", &entries, count: .bits(32, "entry_count"),
      columns: Self.columns)
  }
}

/// The composition offsets of samples: the composition time minus the decoding time.
public struct CompositionOffsetBox: BoxBody {
  public static let type: FourCC = "ctts"
  public static let specification = "ISO/IEC 14496-12 §8.6.1.3"

  public var header = FullBoxHeader()
  /// `sample_count`, `sample_offset`. QuickTime's version 0 has signed offsets, too.
  public var entries = FieldTable()

  /// The columns of ``entries``.
  public static let columns: [FieldTable.Column] = [
    .uint(32, "sample_count"), .int(32, "sample_offset"),
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.table(
      "entries", &entries, count: .bits(32, "entry_count"),
      columns: Self.columns)
  }
}

/// How composition times relate to decoding times.
public struct CompositionToDecodeBox: BoxBody {
  public static let type: FourCC = "cslg"
  public static let specification = "ISO/IEC 14496-12 §8.6.1.4"

  public var header = FullBoxHeader()
  public var compositionToDTSShift: Int64 = 0
  public var leastDecodeToDisplayDelta: Int64 = 0
  public var greatestDecodeToDisplayDelta: Int64 = 0
  public var compositionStartTime: Int64 = 0
  public var compositionEndTime: Int64 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    let bits = header.version == 0 ? 32 : 64
    try f.int(bits, "compositionToDTSShift", &compositionToDTSShift)
    try f.int(bits, "leastDecodeToDisplayDelta", &leastDecodeToDisplayDelta)
    try f.int(bits, "greatestDecodeToDisplayDelta", &greatestDecodeToDisplayDelta)
    try f.int(bits, "compositionStartTime", &compositionStartTime)
    try f.int(bits, "compositionEndTime", &compositionEndTime)
  }
}
