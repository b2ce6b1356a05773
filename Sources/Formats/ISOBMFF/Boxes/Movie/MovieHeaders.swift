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

/// The properties of the media of a track.
public struct MediaHeaderBox: BoxBody {
  public static let type: FourCC = "mdhd"
  public static let specification = "ISO/IEC 14496-12 §8.4.2"

  public var header = FullBoxHeader()
  public var creationTime: UInt64 = 0
  public var modificationTime: UInt64 = 0
  /// Units per second.
  public var timescale: UInt32 = 600
  public var duration: UInt64 = 0
  /// Three letters of 5 bits each, or a Macintosh language code (QuickTime).
  public var language: UInt16 = 0x55C4
  /// The quality of playback in QuickTime.
  public var predefined: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    let timeBits = header.version == 1 ? 64 : 32
    try f.uint(timeBits, "creation_time", &creationTime, as: .seconds1904)
    try f.uint(timeBits, "modification_time", &modificationTime, as: .seconds1904)
    try f.uint(32, "timescale", &timescale)
    try f.uint(timeBits, "duration", &duration)
    try f.uint(16, "language", &language, as: .language)
    try f.uint(16, "pre_defined", &predefined)
  }
}

/// The language as a tag, if 15 bits are not sufficient.
public struct ExtendedLanguageBox: BoxBody {
  public static let type: FourCC = "elng"
  public static let specification = "ISO/IEC 14496-12 §8.4.6"

  public var header = FullBoxHeader()
  /// RFC 5646.
  public var extendedLanguage: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("extended_language", &extendedLanguage)
  }
}

/// A header with times of 32 bits, or of 64 bits in version 1 (ISO/IEC 14496-12 §8.2.2, §8.3.2, §8.4.2).
package protocol TimedHeader {
  var header: FullBoxHeader { get set }
  /// Seconds since 1904.
  var creationTime: UInt64 { get set }
  /// Seconds since 1904.
  var modificationTime: UInt64 { get set }
  /// The duration in units of the box's timescale.
  var duration: UInt64 { get set }
}

extension MovieHeaderBox: TimedHeader {}
extension TrackHeaderBox: TimedHeader {}
extension MediaHeaderBox: TimedHeader {}

extension TimedHeader {
  /// Sets the duration, in wider fields if it needs them.
  package mutating func setDuration(_ new: UInt64) {
    duration = new
    if max(new, creationTime, modificationTime) > UInt64(UInt32.max) { header.version = 1 }
  }
}

extension Box {
  /// Whether its times mean nothing, because it states that a second has none of their units.
  package var statesNoTimescale: Bool {
    self[MovieHeaderBox.self]?.timescale == 0 || self[MediaHeaderBox.self]?.timescale == 0
      || self[SegmentIndexBox.self]?.timescale == 0
  }
}

/// The matrix that positions a picture: x' = (ax + cy + x) / (ux + vy + w), y' = (bx + dy + y) / (…), in the order of
/// the file (ISO/IEC 14496-12 §6.2.2).
public struct TransformationMatrix: FieldCodable {
  /// 16.16, like `b`, `c`, `d`, `x` and `y`.
  public var a: Int32 = 0x1_0000
  public var b: Int32 = 0
  /// 2.30, like `v` and `w`.
  public var u: Int32 = 0
  public var c: Int32 = 0
  public var d: Int32 = 0x1_0000
  public var v: Int32 = 0
  public var x: Int32 = 0
  public var y: Int32 = 0
  public var w: Int32 = 0x4000_0000

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.within("matrix") { (f) throws(FieldError) in
      try f.int(32, "a", &a, as: .fixed(fraction: 16))
      try f.int(32, "b", &b, as: .fixed(fraction: 16))
      try f.int(32, "u", &u, as: .fixed(fraction: 30))
      try f.int(32, "c", &c, as: .fixed(fraction: 16))
      try f.int(32, "d", &d, as: .fixed(fraction: 16))
      try f.int(32, "v", &v, as: .fixed(fraction: 30))
      try f.int(32, "x", &x, as: .fixed(fraction: 16))
      try f.int(32, "y", &y, as: .fixed(fraction: 16))
      try f.int(32, "w", &w, as: .fixed(fraction: 30))
    }
  }
}
