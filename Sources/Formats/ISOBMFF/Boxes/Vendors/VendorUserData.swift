extension BoxRegistry {
  /// The boxes of vendors of cameras, phones and programs in `udta`.
  static let vendorUserData: [BoxDefinition] =
    canonUserData + makerTexts + makerData + [
      .box(GoProMetadataBox.self, .optional(in: "udta")),
      .box(GoProHighlightsBox.self, .optional(in: "udta")),
      .box(ChapterListBox.self, .optional(in: "udta")),
      .box(WindowsMediaAttributesBox.self, .optional(in: "udta")),
    ]

  private static let makerTexts: [BoxDefinition] = [
    ("@PRM", "Premiere version", "Adobe Premiere"),
    ("@PRQ", "QuickTime version", "Adobe Premiere"),
    ("@day", "date", "Camera media"), ("@mak", "maker", "Camera media"),
    ("@mod", "model", "Camera media"), ("@swr", "software", "Camera media"),
    ("@xyz", "location (ISO 6709)", "Camera media"),
    ("FIRM", "GoPro firmware", "GoPro media"), ("GoPr", "GoPro type", "GoPro media"),
    ("LENS", "GoPro lens serial number", "GoPro media"),
    ("SDLN", "Samsung play mode", "Samsung media"), ("SNum", "Kodak serial number", "Kodak media"),
    ("cver", "Samsung code version", "Samsung media"),
    ("smrd", "Samsung recording mode", "Samsung media"),
    ("vndr", "Samsung vendor", "Samsung media"),
    ("©mdl", "DJI model", "DJI media"),
  ].map { type, title, specification in
    .box(type, title, specification, UserDataPlainTextBox.self, .optional(in: "udta"))
  }

  /// Boxes whose form is the maker's own.
  private static let makerData: [BoxDefinition] = [
    ("AMBA", "Ambarella settings", "GoPro media"), ("BCID", "GoPro broadcast", "GoPro media"),
    ("CAME", "GoPro hash of the serial number", "GoPro media"),
    ("GUSI", "GoPro stabilisation", "GoPro media"),
    ("MUID", "GoPro media identifier", "GoPro media"),
    ("SETT", "GoPro settings", "GoPro media"), ("GUMI", "GoPro media identifier", "GoPro media"),
    ("Cr8r", "Creator's project", "Adobe Premiere"), ("FIEL", "fields", "Adobe Premiere"),
    ("PrmA", "aspect ratio", "Adobe Premiere"), ("PrmL", "project link", "Adobe Premiere"),
    ("MCPS", "Media Cleaner settings", "Terran Media Cleaner"),
    ("play", "Media Cleaner player", "Terran Media Cleaner"),
    ("DcMD", "Kodak metadata", "Kodak media"), ("FFMV", "Fujifilm data", "Fujifilm media"),
    ("INFO", "Samsung information", "Samsung media"), ("LEIC", "Leica data", "Leica media"),
    ("MMA0", "Minolta data", "Minolta media"), ("MMA1", "Minolta data", "Minolta media"),
    ("MVTG", "Fujifilm tags", "Fujifilm media"), ("NCDT", "Nikon data", "Nikon media"),
    ("PANA", "Panasonic data", "Panasonic media"), ("PENT", "Pentax data", "Pentax media"),
    ("PXMN", "Pentax maker note", "Pentax media"), ("PXTH", "Pentax preview", "Pentax media"),
    ("QVMI", "Casio data", "Casio media"), ("RMKN", "Ricoh maker note", "Ricoh media"),
    ("RTHU", "Ricoh preview", "Ricoh media"), ("TAGS", "maker's tags", "Camera media"),
    ("TTMD", "TomTom metadata", "TomTom media"), ("@sec", "Samsung data", "Samsung media"),
    ("htcb", "HTC data", "HTC media"), ("mcvr", "DJI preview", "DJI media"),
    ("pmcc", "Garmin settings", "Garmin media"), ("scrn", "Olympus preview", "Olympus media"),
    ("vrot", "acceleration", "Samsung media"), ("©dji", "DJI data", "DJI media"),
    ("©res", "DJI data", "DJI media"), ("©uid", "DJI identifier", "DJI media"),
  ].map { type, title, specification in
    .data(
      type, title, specification, because: "its form is the maker's own", .optional(in: "udta"))
  }

  /// Timed metadata of cameras.
  static let vendorSampleEntries: [BoxDefinition] = [
    .box(CanonTimedMetadataSampleEntry.self, .any(in: "stsd")),
    .box(
      "camm", "Camera motion metadata", "Camera Motion Metadata", SampleEntry.self, .any(in: "stsd")
    ),
    .box("gpmd", "GoPro metadata", "GoPro media", SampleEntry.self, .any(in: "stsd")),
    .box("fdsc", "GoPro recovery data", "GoPro media", SampleEntry.self, .any(in: "stsd")),
    .box("rtmd", "Sony real-time metadata", "Sony media", SampleEntry.self, .any(in: "stsd")),
    .box("djmd", "DJI metadata", "DJI media", SampleEntry.self, .any(in: "stsd")),
    .box("dbgi", "DJI debugging data", "DJI media", SampleEntry.self, .any(in: "stsd")),
    .box("priv", "Private metadata", "DJI media", SampleEntry.self, .any(in: "stsd")),
  ]
}

/// Samsung's boxes about a movie.
struct SamsungMetadataBox: BoxContainer {
  static let type: FourCC = "smta"
  static let specification = "Samsung media"

  var header = FullBoxHeader()
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.boxes(&children)
  }
}

/// Samsung's numbers, whose meaning is not public.
struct SamsungAuthorBox: BoxBody {
  static let type: FourCC = "saut"
  static let specification = "Samsung media"

  var values: [UInt16] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(16, "value", &values, count: .toEnd)
  }
}

/// The unit that exported the recordings of a surveillance system, and the cameras of the recordings.
struct SurveillanceExportBox: BoxBody {
  static let type: FourCC = "suep"
  static let specification = "ONVIF Export File Format"

  var header = FullBoxHeader(version: 1)
  var unitName: Text = ""
  var unitURL: Text = ""
  /// The physical address of the unit, such as `08-00-27-00-0C-15`.
  var unitMAC: Text = ""
  /// The start of the export, in seconds since 1904.
  var unitTime: UInt64 = 0
  var exportOperator: Text = ""
  var sources: [Source] = []

  /// The source of a track.
  struct Source: FieldCodable, Equatable, Sendable {
    var trackID: UInt16 = 0
    var name: Text = ""
    var url: Text = ""
    /// The physical address of the camera or microphone.
    var mac: Text = ""
    /// The number of the input, if a device has several.
    var line: Text = ""

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(16, "TrackID", &trackID)
      try f.text("SourceName", &name)
      try f.text("SourceURL", &url)
      try f.text("SourceMAC", &mac)
      try f.text("SourceLine", &line)
    }
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
struct CorrectStartTimeBox: BoxBody {
  static let type: FourCC = "cstb"
  static let specification = "ONVIF Export File Format"

  var entries: [Entry] = []

  /// The start time of a track's timeline.
  struct Entry: FieldCodable, Equatable, Sendable {
    var trackID: UInt32 = 0
    /// Units of 100 ns since the year 1601, in UTC.
    var startTime: UInt64 = 0

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(32, "track_ID", &trackID)
      try f.uint(64, "startTime", &startTime)
    }
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("entries", &entries, count: .bits(32, "entry_count"))
  }
}

/// Metadata that files of any kind hold in a box with a user type, most of all JPEG 2000 pictures.
package enum UserMetadata: Sendable {
  case exif, xmp, iptc
  /// Photoshop's resources, which can hold IPTC metadata.
  case photoshopResources
}

extension Box {
  /// The kind of metadata that its payload is, by the user type; nil for other boxes.
  package var userMetadata: UserMetadata? {
    switch userType {
    case "be7acfcb-97a9-42e8-9c71-999491e3afac": .xmp
    case "33c7a4d2-b81d-4723-a0ba-f1a3e097ad38", "09a14e97-c0b4-42e0-bebf-36df6f0ce36f": .iptc
    case "2c4c0100-8504-40b9-a03e-562148d6dfeb": .photoshopResources
    case "0537cdab-9d0c-4431-a72a-fa561f2a113e", "4a706754-6966-6645-7869-662d3e4a5032": .exif
    default: nil
    }
  }
}
