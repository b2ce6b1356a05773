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
