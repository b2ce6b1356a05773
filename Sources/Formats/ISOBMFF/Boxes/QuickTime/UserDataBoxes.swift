extension BoxRegistry {
  static let userData: [BoxDefinition] =
    quickTimeUserData + assetInformation + userDataTexts + cameraTexts + omaUserData
    + vendorUserData

  private static let quickTimeUserData: [BoxDefinition] = [
    .box(
      "name", "UserDataNameBox", "QuickTime: User data", UserDataPlainTextBox.self, .any(in: "udta")
    ),
    .box(
      "tagc", "CharacteristicBox", "QuickTime: Media characteristic", UserDataPlainTextBox.self,
      .any(in: "udta")),
    .box(WindowLocationBox.self, .optional(in: "udta")),
    .box(LoopStyleBox.self, .optional(in: "udta")),
    .box(UserDataFlagBox.self, .optional(in: "udta")),
    .box(
      "AllF", "PlayAllFramesBox", "QuickTime: User data", UserDataFlagBox.self,
      .optional(in: "udta")
    ),
    .box(PrintToVideoBox.self, .optional(in: "udta")),
    .box(
      "kgtt", "TrackTypeBox", "QuickTime", UserDataTextBox.self, .optional(in: "udta")),
    .box("apmd", "ApertureModeBox", "QuickTime", UserDataPlainTextBox.self, .optional(in: "udta")),
    .data(
      "XMP_", "XMP packet", "XMP specification, part 3 §1.1.4", holds: .text,
      .optional(in: "udta")),
    .box(TrackSelectionBox.self, .optional(in: "udta")),
    .box(KindBox.self, .any(in: "udta")),
    .box(LabelBox.self, .any(in: "udta")),
  ]

  private static let assetInformation: [BoxDefinition] =
    [
      ("titl", "TitleBox"), ("dscp", "DescriptionBox"), ("cprt", "CopyrightBox"),
      ("perf", "PerformerBox"), ("auth", "AuthorBox"), ("gnre", "GenreBox"),
      ("coll", "CollectionNameBox"), ("albr", "AlbumArtistBox"),
    ].map { type, title in
      .box(type, title, "3GPP TS 26.244 §8.2", AssetTextBox.self, .any(in: "udta"))
    } + [
      .box(AlbumBox.self, .any(in: "udta")),
      .box(RecordingYearBox.self, .optional(in: "udta")),
      .box(RatingBox.self, .any(in: "udta")),
      .box(ClassificationBox.self, .any(in: "udta")),
      .box(UserRatingBox.self, .any(in: "udta")),
      .box(KeywordsBox.self, .any(in: "udta")),
      .box(LocationInformationBox.self, .any(in: "udta")),
      .box(
        "thmb", "ThumbnailBox", "3GPP TS 26.244 §8.2", AssetDataBox.self, .any(in: "udta")),
      .box(
        "orie", "OrientationInformationBox", "3GPP TS 26.244 §8.2", AssetDataBox.self,
        .any(in: "udta")),
    ]

  /// Texts in several languages (QuickTime File Format: User data text strings).
  private static let userDataTexts: [BoxDefinition] = [
    ("©ART", "artist"), ("©TIM", "start time code"), ("©TSC", "start time scale"),
    ("©TSZ", "start sample size"), ("©alb", "album"), ("©arg", "arranger"),
    ("©ark", "arranger keywords"), ("©aut", "author"), ("©cmt", "comment"),
    ("©cok", "composer keywords"), ("©com", "composer"), ("©cpy", "copyright"),
    ("©day", "date"), ("©dir", "director"), ("©ed1", "edit 1"), ("©ed2", "edit 2"),
    ("©ed3", "edit 3"), ("©ed4", "edit 4"), ("©ed5", "edit 5"), ("©ed6", "edit 6"),
    ("©ed7", "edit 7"), ("©ed8", "edit 8"), ("©ed9", "edit 9"), ("©enc", "encoder"),
    ("©fmt", "format"), ("©fpt", "flight pitch"), ("©frl", "flight roll"),
    ("©fyw", "flight yaw"), ("©gen", "genre"), ("©gpt", "gimbal pitch"),
    ("©grl", "gimbal roll"), ("©grp", "grouping"), ("©gyw", "gimbal yaw"),
    ("©inf", "information"), ("©isr", "ISRC code"), ("©lab", "record label"),
    ("©lal", "record label URL"), ("©lyr", "lyrics"), ("©mak", "maker"), ("©mal", "maker URL"),
    ("©mod", "model"), ("©nam", "title"), ("©pdk", "producer keywords"),
    ("©phg", "recording copyright"), ("©prd", "producer"), ("©prf", "performers"),
    ("©prk", "performer keywords"), ("©prl", "performer URL"), ("©req", "requirements"),
    ("©snk", "subtitle keywords"), ("©snm", "subtitle"), ("©src", "source credits"),
    ("©swf", "songwriter"), ("©swk", "songwriter keywords"), ("©swr", "software"),
    ("©too", "encoder"), ("©trk", "track"), ("©url", "URL"), ("©wrn", "warning"),
    ("©wrt", "writer"), ("©xsp", "speed in x"), ("©xyz", "location (ISO 6709)"),
    ("©ysp", "speed in y"), ("©zsp", "speed in z"),
  ].map { type, title in
    .box(
      type, title, "QuickTime File Format: User data text strings", UserDataTextBox.self,
      .optional(in: "udta"))
  }

  /// Texts of cameras, in the form of `cprt` or without it.
  private static let cameraTexts: [BoxDefinition] = [
    ("ades", "AccessibilityDescriptionBox"), ("angl", "CameraAngleBox"),
    ("clfn", "ClipFileNameBox"), ("clid", "ClipIdentifierBox"), ("cmid", "CameraIdentifierBox"),
    ("cmnm", "CameraNameBox"), ("date", "CreationDateBox"), ("manu", "ManufacturerBox"),
    ("modl", "ModelBox"), ("reel", "ReelNameBox"), ("scen", "SceneBox"), ("shot", "ShotNameBox"),
    ("slno", "SerialNumberBox"), ("swre", "SoftwareBox"),
  ].map { type, title in
    .box(type, title, "QuickTime File Format: User data", CameraTextBox.self, .optional(in: "udta"))
  }

  /// Types that start with © are texts.
  static func userDataItem(_ type: FourCC) -> BoxDefinition? {
    type.description.hasPrefix("©")
      ? .box(
        type, "UserDataTextBox", "QuickTime: User data text strings", UserDataTextBox.self)
      : nil
  }
}

/// The time and the way of loading a track.
struct TrackLoadSettingsBox: BoxBody {
  static let type: FourCC = "load"
  static let specification = "QuickTime File Format: Track load settings atoms"

  var preloadStartTime: UInt32 = 0
  var preloadDuration: UInt32 = 0
  var preloadFlags: UInt32 = 0
  var defaultHints: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "preload_start_time", &preloadStartTime)
    try f.uint(32, "preload_duration", &preloadDuration)
    try f.uint(32, "preload_flags", &preloadFlags, as: .hex)
    try f.uint(32, "default_hints", &defaultHints, as: .hex)
  }
}

/// Tracks between which a player may switch.
struct TrackSelectionBox: BoxBody {
  static let type: FourCC = "tsel"
  static let specification = "ISO/IEC 14496-12 §8.10.3"

  var header = FullBoxHeader()
  var switchGroup: Int32 = 0
  /// The properties in which the tracks of the group differ.
  var attributes: [FourCC] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.int(32, "switch_group", &switchGroup)
    try f.list("attribute_list", &attributes, count: .toEnd)
  }
}

/// The role of a track.
struct KindBox: BoxBody {
  static let type: FourCC = "kind"
  static let specification = "ISO/IEC 14496-12 §8.10.4"

  var header = FullBoxHeader()
  var schemeURI: Text = ""
  var value: Text = ""

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("schemeURI", &schemeURI)
    try f.text("value", &value)
  }
}

/// A location.
public struct LocationInformationBox: BoxBody {
  public static let type: FourCC = "loci"
  public static let specification = "3GPP TS 26.244 §8.2"

  public var header = FullBoxHeader()
  public var language: UInt16 = 0x55C4
  public var name: Text = ""
  /// 0 shooting, 1 real, 2 fictional.
  public var role: UInt8 = 0
  /// 16.16 degrees.
  public var longitude: Int32 = 0
  public var latitude: Int32 = 0
  /// 16.16 metres.
  public var altitude: Int32 = 0
  public var astronomicalBody: Text = ""
  public var additionalNotes: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "language", &language, as: .language)
    try f.text("name", &name)
    try f.uint(8, "role", &role)
    try f.int(32, "longitude", &longitude, as: .fixed(fraction: 16))
    try f.int(32, "latitude", &latitude, as: .fixed(fraction: 16))
    try f.int(32, "altitude", &altitude, as: .fixed(fraction: 16))
    try f.text("astronomical_body", &astronomicalBody)
    try f.text("additional_notes", &additionalNotes)
  }
}

/// The initial position of a movie's window.
public struct WindowLocationBox: BoxBody {
  public static let type: FourCC = "WLOC"
  public static let specification = "QuickTime File Format: User data"

  public var x: UInt16 = 0
  public var y: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "x", &x)
    try f.uint(16, "y", &y)
  }
}

/// How a movie repeats.
public struct LoopStyleBox: BoxBody {
  public static let type: FourCC = "LOOP"
  public static let specification = "QuickTime File Format: User data"

  public var style: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "style", &style, as: .names([0: "from the start", 1: "back and forth"]))
  }
}

/// Whether only the selection is played (`SelO`), or every frame regardless of time (`AllF`).
public struct UserDataFlagBox: BoxBody {
  public static let type: FourCC = "SelO"
  public static let specification = "QuickTime File Format: User data"

  public var value: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "value", &value)
  }
}

/// How a movie is put on tape.
struct PrintToVideoBox: BoxBody {
  static let type: FourCC = "ptv "
  static let specification = "QuickTime File Format: User data"

  var displaySize: UInt16 = 0
  var reserved: UInt32 = 0
  var slideShow: UInt8 = 0
  var playOnOpen: UInt8 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(
      16, "display_size", &displaySize,
      as: .names([0: "normal", 1: "double", 2: "half", 3: "full screen", 4: "current"]))
    try f.uint(32, "reserved", &reserved, as: .hex)
    try f.uint(8, "slide_show", &slideShow)
    try f.uint(8, "play_on_open", &playOnOpen)
  }
}

/// Texts in several languages: `©xyz` (the location), `©nam`, `©mak`, `©day`, ...
public struct UserDataTextBox: BoxBody {
  public static let type: FourCC = "©nam"
  public static let specification = "QuickTime File Format: User data text strings"

  public var texts: [Entry] = []

  /// A text in one language.
  public struct Entry: FieldCodable {
    /// A Macintosh language code, or three letters of 5 bits each.
    public var language: UInt16 = 0
    public var text = Text("", form: .plain)

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      var size = UInt16(clamping: text.bytes.count)
      try f.uint(16, "size", &size)
      try f.uint(16, "language", &language, as: .language)
      try f.text("text", &text, count: .exactly(Int(size)))
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("texts", &texts, count: .toEnd)
  }
}

/// Text that fills its box: `name` and `tagc` in `udta`.
public struct UserDataPlainTextBox: BoxBody {
  public static let type: FourCC = "name"
  public static let specification = "QuickTime File Format: User data"

  public var text = Text("", form: .plain)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("text", &text, count: .toEnd)
  }
}

/// Text in one language, of 3GPP files: `titl`, `dscp`, `cprt`, `perf`, `auth`, `gnre`.
public struct AssetTextBox: BoxBody {
  public static let type: FourCC = "titl"
  public static let specification = "3GPP TS 26.244 §8.2"

  public var header = FullBoxHeader()
  public var language: UInt16 = 0x55C4
  public var text: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "language", &language, as: .language)
    try f.text("text", &text)
  }
}

extension UserDataTextBox.Entry {
  /// The text. If it is not UTF-8, and its language is a Macintosh number, it has the encoding of that system
  /// (QuickTime File Format, "Language code values"); only that of western languages is known here.
  public var string: String {
    guard MacintoshRoman.languages.contains(language),
      String(validating: text.bytes, as: UTF8.self) == nil
    else {
      return text.string
    }
    let end = text.bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    return String(
      String.UnicodeScalarView(
        text.bytes[..<end].map { byte in
          byte < 0x80 ? Unicode.Scalar(byte) : MacintoshRoman.upper[Int(byte) - 0x80]
        }))
  }
}

/// The western encoding of the Macintosh (Mac OS Roman), whose lower half is ASCII.
private enum MacintoshRoman {
  /// English to Norwegian, Finnish and Flemish.
  static let languages = Set<UInt16>([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 34])
  /// The characters of the bytes from 0x80 on.
  static let upper = Array(
    ("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø"
      + "¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ")
      .unicodeScalars)
}
