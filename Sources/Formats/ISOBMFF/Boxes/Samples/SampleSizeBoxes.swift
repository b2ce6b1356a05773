/// The size of each sample in bytes.
public struct SampleSizeBox: BoxBody {
  public static let type: FourCC = "stsz"
  public static let specification = "ISO/IEC 14496-12 §8.7.3.2"

  public var header = FullBoxHeader()
  /// The size of every sample; 0 if they differ and ``entries`` has them.
  public var sampleSize: UInt32 = 0
  public var sampleCount: UInt32 = 0
  public var entries = FieldTable()

  /// The columns of ``entries``.
  public static let columns: [FieldTable.Column] = [.uint(32, "entry_size")]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "sample_size", &sampleSize)
    try f.uint(32, "sample_count", &sampleCount)
    guard sampleSize == 0 else { return }
    try f.table(
      "entries", &entries, count: .exactly(Int(sampleCount)), columns: Self.columns)
  }
}

/// The size of each sample in bytes, in 4, 8 or 16 bits.
public struct CompactSampleSizeBox: BoxBody {
  public static let type: FourCC = "stz2"
  public static let specification = "ISO/IEC 14496-12 §8.7.3.3"

  public var header = FullBoxHeader()
  /// 4, 8 or 16 bits.
  public var fieldSize: UInt8 = 16
  public var entries = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.reserved(24)
    try f.uint(8, "field_size", &fieldSize)
    try f.table(
      "entries", &entries, count: .bits(32, "sample_count"),
      columns: [.uint(Int(fieldSize), "entry_size")])
  }
}
