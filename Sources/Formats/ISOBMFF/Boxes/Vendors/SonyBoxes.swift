/// Sony's description of a file: boxes after a version and their number.
struct SonyProfileBox: BoxContainer {
  static let type: FourCC = "uuid"
  static let specification = "Sony media (PROF)"

  var header = FullBoxHeader()
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.boxes(&children, countedBy: 32, "entry_count")
  }
}

/// Sony's description of the file.
struct SonyFileProfileBox: BoxBody {
  static let type: FourCC = "FPRF"
  static let specification = "Sony media (PROF)"

  var version: UInt32 = 0
  var functionFlags: UInt32 = 0
  var reserved: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "version", &version)
    try f.uint(32, "function_flags", &functionFlags, as: .hex)
    try f.uint(32, "reserved", &reserved)
  }
}

/// Sony's description of the audio.
struct SonyAudioProfileBox: BoxBody {
  static let type: FourCC = "APRF"
  static let specification = "Sony media (PROF)"

  var common = SonyTrackProfile()
  /// Samples per second.
  var sampleRate: UInt32 = 0
  var channels: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try common.fields(&f)
    try f.uint(32, "sample_rate", &sampleRate)
    try f.uint(32, "channels", &channels)
  }
}

/// Sony's description of the pictures.
struct SonyVideoProfileBox: BoxBody {
  static let type: FourCC = "VPRF"
  static let specification = "Sony media (PROF)"

  var common = SonyTrackProfile()
  /// 16.16 frames per second.
  var averageFrameRate: UInt32 = 0
  var maximumFrameRate: UInt32 = 0
  /// Pixels.
  var width: UInt16 = 0
  var height: UInt16 = 0
  var horizontalSpacing: UInt16 = 1
  var verticalSpacing: UInt16 = 1

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
struct SonyTrackProfile: FieldCodable {
  var version: UInt32 = 0
  var trackID: UInt32 = 0
  var codec: FourCC = "avc1"
  var codecInfo: UInt32 = 0
  /// 1 encrypted, 2 variable bit rate, 4 variable frame rate, 8 interlaced.
  var attributes: UInt32 = 0
  /// Thousands of bits per second.
  var averageBitRate: UInt32 = 0
  var maximumBitRate: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
struct SonyUserMetadataBox: BoxBody {
  static let type: FourCC = "MTDT"
  static let specification = "Sony media (USMT)"

  var entries: [Entry] = []

  /// One value.
  struct Entry: FieldCodable {
    var id: UInt32 = 0
    var language: UInt16 = 0
    /// 0 data, 1 UTF-16.
    var encoding: UInt16 = 0
    var value = Bytes()

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("entries", &entries, count: .bits(16, "entry_count"))
  }
}
