/// Consecutive samples. The flags state which fields and columns exist.
public struct TrackRunBox: BoxBody {
  public static let type: FourCC = "trun"
  public static let specification = "ISO/IEC 14496-12 §8.8.8"

  public var header = FullBoxHeader()
  /// The offset of the data from the base in `tfhd`; it is corrected if the data moves.
  public var dataOffset: Int32?
  public var firstSampleFlags: UInt32?
  /// `sample_duration`, `sample_size`, `sample_flags`, `sample_composition_time_offset`.
  public var samples = FieldTable()

  private static let flags: FlagNames = [
    .bits(0x1, "data_offset"), .bits(0x4, "first_sample_flags"), .bits(0x100, "sample_duration"),
    .bits(0x200, "sample_size"), .bits(0x400, "sample_flags"),
    .bits(0x800, "sample_composition_time_offset"),
  ]

  /// The columns, by the version and by bits 8 to 11 of the flags.
  private static let layouts = [false, true].map { isSigned in
    let name = "sample_composition_time_offset"
    let columns: [FieldTable.Column] = [
      .uint(32, "sample_duration"), .uint(32, "sample_size"),
      .uint(32, "sample_flags", as: .flags(SampleFlagNames.all)),
      isSigned ? .int(32, name) : .uint(32, name),
    ]
    return (0..<16).map { flags in
      FieldTable.Layout(columns.indices.filter { flags >> $0 & 1 == 1 }.map { columns[$0] })
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1, flags: Self.flags)
    if !header.has(0x1), let offset = try f.impliedOffset(.position(from: .sampleData)) {
      header.flags |= 0x1
      dataOffset = Int32(truncatingIfNeeded: offset)
    }
    var count = UInt32(clamping: samples.count)
    try f.uint(32, "sample_count", &count)
    if header.has(0x1) {
      var offset = dataOffset ?? 0
      try f.int(32, "data_offset", &offset, as: .offset(.position(from: .sampleData)))
      dataOffset = offset
    } else {
      dataOffset = nil
    }
    try f.uint(
      32, "first_sample_flags", &firstSampleFlags, if: header.has(0x4),
      as: .flags(SampleFlagNames.all))
    let layout = Self.layouts[header.version == 0 ? 0 : 1][Int(header.flags >> 8 & 0xF)]
    try f.table("samples", &samples, count: .exactly(Int(count)), layout)
  }

  /// The sum of a column over all samples; if the column does not exist, each sample has `default`. It wraps around.
  public func sum(of name: String, default: UInt32) -> UInt64 {
    samples.columns.firstIndex { $0.name == name }.map { samples.sum(of: $0) }
      ?? UInt64(samples.count) &* UInt64(`default`)
  }
}
