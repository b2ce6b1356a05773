/// The unit that exported the recordings of a surveillance system, and the cameras of the recordings.
public struct SurveillanceExportBox: BoxBody {
  public static let type: FourCC = "suep"
  public static let specification = "ONVIF Export File Format"

  public var header = FullBoxHeader(version: 1)
  public var unitName: Text = ""
  public var unitURL: Text = ""
  /// The physical address of the unit, such as `08-00-27-00-0C-15`.
  public var unitMAC: Text = ""
  /// The start of the export, in seconds since 1904.
  public var unitTime: UInt64 = 0
  public var exportOperator: Text = ""
  public var sources: [Source] = []

  /// The source of a track.
  public struct Source: FieldCodable, Equatable, Sendable {
    public var trackID: UInt16 = 0
    public var name: Text = ""
    public var url: Text = ""
    /// The physical address of the camera or microphone.
    public var mac: Text = ""
    /// The number of the input, if a device has several.
    public var line: Text = ""

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(16, "TrackID", &trackID)
      try f.text("SourceName", &name)
      try f.text("SourceURL", &url)
      try f.text("SourceMAC", &mac)
      try f.text("SourceLine", &line)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 1...1)
    try f.text("ExportUnitName", &unitName)
    try f.text("ExportUnitURL", &unitURL)
    try f.text("ExportUnitMAC", &unitMAC)
    try f.uint(64, "ExportUnitTime", &unitTime, as: .seconds1904)
    try f.text("ExportOperator", &exportOperator)
    try f.list("sources", &sources, count: .bits(32, "entry_count"))
  }
}

/// The start times of the recordings of tracks.
public struct CorrectStartTimeBox: BoxBody {
  public static let type: FourCC = "cstb"
  public static let specification = "ONVIF Export File Format"

  public var entries: [Entry] = []

  /// The start time of a track's timeline.
  public struct Entry: FieldCodable, Equatable, Sendable {
    public var trackID: UInt32 = 0
    /// Units of 100 ns since the year 1601, in UTC.
    public var startTime: UInt64 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(32, "track_ID", &trackID)
      try f.uint(64, "startTime", &startTime)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("entries", &entries, count: .bits(32, "entry_count"))
  }
}
