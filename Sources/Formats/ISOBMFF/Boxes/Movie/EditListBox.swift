/// The parts of the media, and the times when they are presented.
public struct EditListBox: BoxBody {
  public static let type: FourCC = "elst"
  public static let specification = "ISO/IEC 14496-12 §8.6.6"

  /// Flags: 1 the edits repeat.
  public var header = FullBoxHeader()
  /// `segment_duration` in the movie's timescale, `media_time` in the media's (−1: nothing is
  /// shown), `media_rate_integer`, `media_rate_fraction`.
  public var entries = FieldTable()

  public init() {}

  /// New edits: the four numbers of each, in fields as wide as they need.
  package init(flags: UInt32 = 0, rows: [[Int64]]) {
    let isWide = rows.contains { row in
      UInt32(exactly: row[0]) == nil || Int32(exactly: row[1]) == nil
    }
    header = FullBoxHeader(version: isWide ? 1 : 0, flags: flags)
    entries = FieldTable(columns: Self.columns(version: header.version), rows: rows)
  }

  private static func columns(version: UInt8) -> [FieldTable.Column] {
    let timeBits = version == 1 ? 64 : 32
    return [
      .uint(timeBits, "segment_duration"), .int(timeBits, "media_time"),
      .int(16, "media_rate_integer"), .int(16, "media_rate_fraction"),
    ]
  }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.table(
      "entries", &entries, count: .bits(32, "entry_count"),
      columns: Self.columns(version: header.version))
  }
}
