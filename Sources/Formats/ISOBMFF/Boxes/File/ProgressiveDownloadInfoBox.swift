/// The delay before playback for several download rates.
public struct ProgressiveDownloadInfoBox: BoxBody {
  public static let type: FourCC = "pdin"
  public static let specification = "ISO/IEC 14496-12 §8.1.3"

  public var header = FullBoxHeader()
  /// `rate` in bytes per second, `initial_delay` in milliseconds.
  public var entries = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.table(
      "entries", &entries, count: .toEnd, columns: [.uint(32, "rate"), .uint(32, "initial_delay")])
  }
}
