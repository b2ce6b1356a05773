/// The properties of the whole movie.
public struct MovieHeaderBox: BoxBody {
  public static let type: FourCC = "mvhd"
  public static let specification = "ISO/IEC 14496-12 §8.2.2"

  public var header = FullBoxHeader()
  public var creationTime: UInt64 = 0
  public var modificationTime: UInt64 = 0
  /// Units per second.
  public var timescale: UInt32 = 600
  /// The duration in units of ``timescale``; all ones if it is not known.
  public var duration: UInt64 = 0
  /// 16.16.
  public var rate: Int32 = 0x1_0000
  /// 8.8.
  public var volume: Int16 = 0x100
  public var matrix = TransformationMatrix()
  /// The preview, poster and selection times of QuickTime. They are zero in ISO files.
  public var predefined: [UInt32] = [0, 0, 0, 0, 0, 0]
  public var nextTrackID: UInt32 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    let timeBits = header.version == 1 ? 64 : 32
    try f.uint(timeBits, "creation_time", &creationTime, as: .seconds1904)
    try f.uint(timeBits, "modification_time", &modificationTime, as: .seconds1904)
    try f.uint(32, "timescale", &timescale)
    try f.uint(timeBits, "duration", &duration)
    try f.int(32, "rate", &rate, as: .fixed(fraction: 16))
    try f.int(16, "volume", &volume, as: .fixed(fraction: 8))
    try f.reserved(80)
    try matrix.fields(&f)
    try f.list(32, "pre_defined", &predefined, count: .exactly(6))
    try f.uint(32, "next_track_ID", &nextTrackID)
  }
}
