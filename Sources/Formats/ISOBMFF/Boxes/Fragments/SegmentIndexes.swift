/// The times and offsets of the parts of a segment.
public struct SegmentIndexBox: BoxBody {
  public static let type: FourCC = "sidx"
  public static let specification = "ISO/IEC 14496-12 §8.16.3"

  public var header = FullBoxHeader()
  public var referenceID: UInt32 = 1
  public var timescale: UInt32 = 600
  public var earliestPresentationTime: UInt64 = 0
  /// The distance of the first subsegment from the end of this box.
  public var firstOffset: UInt64 = 0
  public var references = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.uint(32, "reference_ID", &referenceID)
    try f.uint(32, "timescale", &timescale)
    let bits = header.version == 0 ? 32 : 64
    try f.uint(bits, "earliest_presentation_time", &earliestPresentationTime)
    try f.offset(bits, "first_offset", &firstOffset, .position(from: .endOfBox))
    try f.reserved(16)
    try f.table(
      "references", &references, count: .bits(16, "reference_count"),
      columns: Self.referenceColumns)
  }

  /// Where the parts begin that it lists, and where the last one ends.
  ///
  /// - Parameter end: where the box ends.
  package func starts(behind end: Int) -> [Int] {
    var starts = [end.addingSaturating(Int(clamping: firstOffset))]
    references.forEachRow { _, row in
      starts.append(starts[starts.count - 1].addingSaturating(Int(clamping: row[1])))
    }
    return starts
  }

  /// The columns of ``references``.
  public static let referenceColumns: [FieldTable.Column] = [
    .uint(1, "reference_type"),
    .offset(31, "referenced_size", .position(from: .previousOffset)),
    .uint(32, "subsegment_duration"),
    .uint(1, "starts_with_SAP"), .uint(3, "SAP_type"), .uint(28, "SAP_delta_time"),
  ]

  public var withWiderOffsets: (any BoxBody)? {
    guard header.version == 0 else { return nil }
    var wider = self
    wider.header.version = 1
    return wider
  }
}

/// The division of the parts of a segment.
public struct SubsegmentIndexBox: BoxBody {
  public static let type: FourCC = "ssix"
  public static let specification = "ISO/IEC 14496-12 §8.16.4"

  public var header = FullBoxHeader()
  public var subsegments: [Subsegment] = []

  /// `level` and `range_size` of each range.
  public struct Subsegment: FieldCodable {
    public var ranges = FieldTable()

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.table(
        "ranges", &ranges, count: .bits(32, "range_count"),
        columns: [
          .uint(8, "level"), .offset(24, "range_size", .position(from: .subsegments)),
        ])
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("subsegments", &subsegments, count: .bits(32, "subsegment_count"))
  }
}

/// The samples in fragments where decoding of a track can start.
public struct TrackFragmentRandomAccessBox: BoxBody {
  public static let type: FourCC = "tfra"
  public static let specification = "ISO/IEC 14496-12 §8.8.10"

  public var header = FullBoxHeader()
  public var trackID: UInt32 = 1
  /// Bytes of the numbers in each row, less one.
  public var lengthSizeOfTrafNum: UInt8 = 0
  public var lengthSizeOfTrunNum: UInt8 = 0
  public var lengthSizeOfSampleNum: UInt8 = 0
  public var entries = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.uint(32, "track_ID", &trackID)
    try f.reserved(26)
    try f.uint(2, "length_size_of_traf_num", &lengthSizeOfTrafNum)
    try f.uint(2, "length_size_of_trun_num", &lengthSizeOfTrunNum)
    try f.uint(2, "length_size_of_sample_num", &lengthSizeOfSampleNum)
    try f.table(
      "entries", &entries, count: .bits(32, "number_of_entry"), columns: columns)
  }

  /// The columns of ``entries``.
  public var columns: [FieldTable.Column] {
    let bits = header.version == 1 ? 64 : 32
    return [
      .uint(bits, "time"), .offset(bits, "moof_offset", .position(from: .file)),
      .uint(8 * (Int(lengthSizeOfTrafNum) + 1), "traf_number"),
      .uint(8 * (Int(lengthSizeOfTrunNum) + 1), "trun_number"),
      .uint(8 * (Int(lengthSizeOfSampleNum) + 1), "sample_delta"),
    ]
  }

  public var withWiderOffsets: (any BoxBody)? {
    guard header.version == 0 else { return nil }
    var wider = self
    wider.header.version = 1
    wider.entries = entries.inColumns(wider.columns)
    return wider
  }
}

/// The distance of `mfra` from the end of the file.
public struct MovieFragmentRandomAccessOffsetBox: BoxBody {
  public static let type: FourCC = "mfro"
  public static let specification = "ISO/IEC 14496-12 §8.8.11"

  public var header = FullBoxHeader()
  public var parentSize: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.offset(32, "parent_size", &parentSize, .size(of: .parent))
  }
}

/// The wall-clock time at which a sample was produced.
public struct ProducerReferenceTimeBox: BoxBody {
  public static let type: FourCC = "prft"
  public static let specification = "ISO/IEC 14496-12 §8.16.5"

  public var header = FullBoxHeader()
  public var referenceTrackID: UInt32 = 1
  /// 32.32 seconds since 1900.
  public var ntpTimestamp: UInt64 = 0
  public var mediaTime: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.uint(32, "reference_track_ID", &referenceTrackID)
    try f.uint(64, "ntp_timestamp", &ntpTimestamp, as: .hex)
    try f.uint(header.version == 0 ? 32 : 64, "media_time", &mediaTime)
  }
}

/// Something that happens at a time of the presentation.
public struct EventMessageBox: BoxBody {
  public static let type: FourCC = "emsg"
  public static let specification = "ISO/IEC 23009-1 §5.10.3.3"

  public var header = FullBoxHeader()
  public var schemeIDURI: Text = ""
  public var value: Text = ""
  public var timescale: UInt32 = 600
  /// The time from the start of the segment in version 0, and of the presentation in version 1.
  public var presentationTime: UInt64 = 0
  public var eventDuration: UInt32 = 0
  public var id: UInt32 = 0
  /// The tag instead of the data, if the scheme is one of those for ID3.
  public var tag: ID3v2Tag?
  public var messageData = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    if header.version == 0 {
      try f.text("scheme_id_uri", &schemeIDURI)
      try f.text("value", &value)
      try f.uint(32, "timescale", &timescale)
      try f.uint(32, "presentation_time_delta", &presentationTime)
      try f.uint(32, "event_duration", &eventDuration)
      try f.uint(32, "id", &id)
    } else {
      try f.uint(32, "timescale", &timescale)
      try f.uint(64, "presentation_time", &presentationTime)
      try f.uint(32, "event_duration", &eventDuration)
      try f.uint(32, "id", &id)
      try f.text("scheme_id_uri", &schemeIDURI)
      try f.text("value", &value)
    }
    if f.isDecoding {
      tag = EventMessageBox.schemes[schemeIDURI.string] == "ID3" ? ID3v2Tag(whole: f.rest) : nil
    }
    guard tag == nil else {
      try tag?.fields(&f)
      return
    }
    try f.bytes(
      "message_data", &messageData, count: .toEnd,
      of: EventMessageBox.format(of: schemeIDURI.string))
  }
}

extension EventMessageBox {
  /// The format of the messages of a scheme; nil if it is not known.
  static func format(of scheme: String) -> EmbeddedFormat? {
    switch schemes[scheme] {
    case "SCTE 35": .structure(SpliceInfoSection.self)
    case "SCTE 35 in XML", "DASH events": .text
    default: nil
    }
  }

  /// The names of well-known schemes of messages.
  public static let schemes: [String: String] = [
    "urn:scte:scte35:2013:bin": "SCTE 35", "urn:scte:scte35:2014:bin": "SCTE 35",
    "urn:scte:scte35:2013:xml": "SCTE 35 in XML", "urn:scte:scte35:2014:xml+bin": "SCTE 35 in XML",
    "https://aomedia.org/emsg/ID3": "ID3", "https://developer.apple.com/streaming/emsg-id3": "ID3",
    "urn:mpeg:dash:event:2012": "DASH events", "urn:mpeg:dash:event:callback:2015": "callback",
    "urn:mpeg:dash:event:ttfn:2016": "time to first frame", "urn:nielsen:id3:v1": "Nielsen ID3",
    "urn:dvb:iptv:cpm:2014": "DVB content programme metadata",
  ]
}

/// The meaning of the levels of `ssix`: tracks, groups of samples or parts of tracks.
struct LevelAssignmentBox: BoxBody {
  static let type: FourCC = "leva"
  static let specification = "ISO/IEC 14496-12 §8.8.13"

  var header = FullBoxHeader()
  var levels: [Level] = []

  /// One level.
  struct Level: FieldCodable {
    var trackID: UInt32 = 1
    var hasPadding = false
    var assignmentType: UInt8 = 2
    /// The grouping type; for types 0 and 1.
    var groupingType: FourCC = "tele"
    /// The parameter of the grouping type; for type 1.
    var groupingTypeParameter: UInt32 = 0
    /// The ID of the sub-track; for type 4.
    var subTrackID: UInt32 = 0

    static let types: ValueNames = [
      0: "sample group", 1: "sample group with a parameter", 2: "track", 3: "track, in order",
      4: "sub-track",
    ]

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(32, "track_ID", &trackID)
      try f.flag("padding_flag", &hasPadding)
      try f.uint(7, "assignment_type", &assignmentType, as: .names(Self.types))
      if assignmentType < 2 { try f.fourCC("grouping_type", &groupingType) }
      if assignmentType == 1 { try f.uint(32, "grouping_type_parameter", &groupingTypeParameter) }
      if assignmentType == 4 { try f.uint(32, "sub_track_ID", &subTrackID) }
    }
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("levels", &levels, count: .bits(8, "level_count"))
  }
}

/// The common properties of alternative startup sequences (`alst`).
struct AlternativeStartupSequencePropertiesBox: BoxBody {
  static let type: FourCC = "assp"
  static let specification = "ISO/IEC 14496-12 §8.8.16"

  var header = FullBoxHeader()
  /// The least offset of an alternative start; in version 0.
  var minInitialAltStartupOffset: Int32 = 0
  /// The entries with `grouping_type_parameter` and `min_initial_alt_startup_offset`; in version 1.
  var entries = FieldTable()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    if header.version == 0 {
      try f.int(32, "min_initial_alt_startup_offset", &minInitialAltStartupOffset)
    } else {
      try f.table(
        "entries", &entries, count: .bits(32, "num_entries"),
        columns: [
          .uint(32, "grouping_type_parameter"), .int(32, "min_initial_alt_startup_offset"),
        ])
    }
  }
}

/// Which copy of a segment this is, where players get different copies, so that an unlawful one can be traced.
struct WatermarkPaceInfoBox: BoxBody {
  static let type: FourCC = "wmpi"
  static let specification = "ETSI TS 104 002 §5.5.3.4"

  var version: UInt8 = 1
  /// 0 is copy A, 1 copy B.
  var variant: UInt8 = 0
  /// The bit of the pattern that decides which copy a player gets.
  var position: UInt16 = 0
  /// Whether the segment is the first one for this bit.
  var isFirstPart = true
  /// Whether the segment is the last one for this bit.
  var isLastPart = true

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "version", &version)
    try f.uint(8, "variant", &variant)
    // These bits are set so that no start code is emulated.
    try f.reserved(1, 1)
    try f.uint(15, "position", &position)
    try f.reserved(1, 1)
    try f.flag("firstpart", &isFirstPart)
    try f.flag("lastpart", &isLastPart)
    try f.reserved(5)
  }
}

/// The schemes of the messages in a track of events.
struct SchemeIDListBox: BoxBody {
  static let type: FourCC = "silb"
  static let specification = "ISO/IEC 23001-18"

  var header = FullBoxHeader()
  var schemes: [Scheme] = []
  /// Whether there may be messages of other schemes.
  var hasOtherSchemes = false

  /// A scheme, and the value that distinguishes its messages.
  struct Scheme: Equatable, Sendable {
    var schemeIDURI: Text = ""
    var value: Text = ""
    /// Whether there is a message.
    var isThere = false
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("schemes", &schemes, count: .bits(32, "number_of_schemes"), of: Scheme()) {
      (scheme, f) throws(FieldError) in
      try f.text("scheme_id_uri", &scheme.schemeIDURI)
      try f.text("value", &scheme.value)
      try f.reserved(7)
      try f.flag("atleast_one_flag", &scheme.isThere)
    }
    try f.reserved(7)
    try f.flag("other_schemes_flag", &hasOtherSchemes)
  }
}

/// The original time of the first sample of a fragment, which repeats a sample of an earlier fragment.
struct RedundantSampleTimingBox: BoxBody {
  static let type: FourCC = "rsot"
  static let specification = "ISO/IEC 14496-12"

  var header = FullBoxHeader()
  /// The original duration of the sample, in the timescale of the track.
  var originalDuration: UInt32?
  var elapsedDuration: UInt32?

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "original_duration", &originalDuration, if: header.has(0x1))
    try f.uint(32, "elapsed_duration", &elapsedDuration, if: header.has(0x2))
  }
}
