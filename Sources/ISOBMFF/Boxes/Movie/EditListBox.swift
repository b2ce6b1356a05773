/// Which parts of the media are presented when.
public struct EditListBox: BoxBody {
  public static let type: FourCC = "elst"
  public static let specification = "ISO/IEC 14496-12 §8.6.6"

  /// Flags: 1 the edits repeat.
  public var header = FullBoxHeader()
  /// `segment_duration` in the movie's timescale, `media_time` in the media's (−1: nothing is
  /// shown), `media_rate_integer`, `media_rate_fraction`.
  public var entries = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    let timeBits = header.version == 1 ? 64 : 32
    try f.table(
      "entries", &entries, count: .bits(32, "entry_count"),
      columns: [
        .uint(timeBits, "segment_duration"), .int(timeBits, "media_time"),
        .int(16, "media_rate_integer"), .int(16, "media_rate_fraction"),
      ])
  }
}
