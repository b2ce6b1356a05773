/// The properties of a track.
public struct TrackHeaderBox: BoxBody {
  public static let type: FourCC = "tkhd"
  public static let specification = "ISO/IEC 14496-12 §8.3.2"

  public var header = FullBoxHeader(flags: 7)
  public var creationTime: UInt64 = 0
  public var modificationTime: UInt64 = 0
  public var trackID: UInt32 = 1
  /// The duration in the movie's timescale, edits included.
  public var duration: UInt64 = 0
  /// Front is low.
  public var layer: Int16 = 0
  public var alternateGroup: Int16 = 0
  /// 8.8.
  public var volume: Int16 = 0
  public var matrix = TransformationMatrix()
  /// 16.16.
  public var width: UInt32 = 0
  /// 16.16.
  public var height: UInt32 = 0

  private static let flags: FlagNames = [
    .bits(0x1, "enabled"), .bits(0x1, "not enabled", are: 0), .bits(0x2, "in the movie"),
    .bits(0x4, "in the preview"), .bits(0x8, "the size is a ratio, or in the poster (QuickTime)"),
  ]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1, flags: Self.flags)
    let timeBits = header.version == 1 ? 64 : 32
    try f.uint(timeBits, "creation_time", &creationTime, as: .seconds1904)
    try f.uint(timeBits, "modification_time", &modificationTime, as: .seconds1904)
    try f.uint(32, "track_ID", &trackID)
    try f.reserved(32)
    try f.uint(timeBits, "duration", &duration)
    try f.reserved(64)
    try f.int(16, "layer", &layer)
    try f.int(16, "alternate_group", &alternateGroup)
    try f.int(16, "volume", &volume, as: .fixed(fraction: 8))
    try f.reserved(16)
    try matrix.fields(&f)
    try f.uint(32, "width", &width, as: .fixed(fraction: 16))
    try f.uint(32, "height", &height, as: .fixed(fraction: 16))
  }
}
