/// Sony's description of a file: boxes after a version and their number.
public struct SonyProfileBox: BoxContainer {
  public static let type: FourCC = "uuid"
  public static let specification = "Sony media (PROF)"

  public var header = FullBoxHeader()
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.boxes(&children, countedBy: 32, "entry_count")
  }
}

/// Sony's description of the file.
public struct SonyFileProfileBox: BoxBody {
  public static let type: FourCC = "FPRF"
  public static let specification = "Sony media (PROF)"

  public var version: UInt32 = 0
  public var functionFlags: UInt32 = 0
  public var reserved: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "version", &version)
    try f.uint(32, "function_flags", &functionFlags, as: .hex)
    try f.uint(32, "reserved", &reserved)
  }
}

/// Sony's description of the audio.
public struct SonyAudioProfileBox: BoxBody {
  public static let type: FourCC = "APRF"
  public static let specification = "Sony media (PROF)"

  public var common = SonyTrackProfile()
  /// Samples per second.
  public var sampleRate: UInt32 = 0
  public var channels: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try common.fields(&f)
    try f.uint(32, "sample_rate", &sampleRate)
    try f.uint(32, "channels", &channels)
  }
}

/// Sony's description of the pictures.
public struct SonyVideoProfileBox: BoxBody {
  public static let type: FourCC = "VPRF"
  public static let specification = "Sony media (PROF)"

  public var common = SonyTrackProfile()
  /// 16.16 frames per second.
  public var averageFrameRate: UInt32 = 0
  public var maximumFrameRate: UInt32 = 0
  /// Pixels.
  public var width: UInt16 = 0
  public var height: UInt16 = 0
  public var horizontalSpacing: UInt16 = 1
  public var verticalSpacing: UInt16 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try common.fields(&f)
    try f.uint(32, "average_frame_rate", &averageFrameRate, as: .fixed(fraction: 16))
    try f.uint(32, "maximum_frame_rate", &maximumFrameRate, as: .fixed(fraction: 16))
    try f.uint(16, "width", &width)
    try f.uint(16, "height", &height)
    try f.uint(16, "horizontal_spacing", &horizontalSpacing)
    try f.uint(16, "vertical_spacing", &verticalSpacing)
  }
}

/// The first fields of the descriptions of audio and pictures.
public struct SonyTrackProfile: FieldCodable {
  public var version: UInt32 = 0
  public var trackID: UInt32 = 0
  public var codec: FourCC = "avc1"
  public var codecInfo: UInt32 = 0
  /// 1 encrypted, 2 variable bit rate, 4 variable frame rate, 8 interlaced.
  public var attributes: UInt32 = 0
  /// Thousands of bits per second.
  public var averageBitRate: UInt32 = 0
  public var maximumBitRate: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "version", &version)
    try f.uint(32, "track_ID", &trackID)
    try f.fourCC("codec", &codec)
    try f.uint(32, "codec_info", &codecInfo, as: .hex)
    try f.uint(32, "attributes", &attributes, as: .hex)
    try f.uint(32, "average_bit_rate", &averageBitRate)
    try f.uint(32, "maximum_bit_rate", &maximumBitRate)
  }
}

/// Texts and other values about a recording.
public struct SonyUserMetadataBox: BoxBody {
  public static let type: FourCC = "MTDT"
  public static let specification = "Sony media (USMT)"

  public var entries: [Entry] = []

  /// One value.
  public struct Entry: FieldCodable {
    public var id: UInt32 = 0
    public var language: UInt16 = 0
    /// 0 data, 1 UTF-16.
    public var encoding: UInt16 = 0
    public var value = Bytes()

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var size = UInt16(clamping: value.count + 10)
      let start = f.offset
      try f.uint(16, "size", &size)
      guard size >= 10 else { throw FieldError(.sizeBelowHeader(UInt64(size)), offset: start) }
      try f.uint(
        32, "id", &id,
        as: .names([
          1: "title", 3: "production date", 4: "software", 5: "product", 10: "track property",
          11: "time zone", 12: "modification date",
        ]))
      try f.uint(16, "language", &language, as: .language)
      try f.uint(16, "encoding", &encoding, as: .names([0: "data", 1: "UTF-16"]))
      let isText = encoding == 1
      try f.bytes("value", &value, count: .exactly(Int(size) - 10)) {
        isText ? WellKnownType.value(of: $0, type: 2) : nil
      }
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("entries", &entries, count: .bits(16, "entry_count"))
  }
}
