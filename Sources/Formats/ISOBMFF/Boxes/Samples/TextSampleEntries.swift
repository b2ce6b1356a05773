/// Subtitles in XML: TTML.
public struct XMLSubtitleSampleEntry: BoxContainer {
  public static let type: FourCC = "stpp"
  public static let specification = "ISO/IEC 14496-12 §12.6.3"

  public var dataReferenceIndex: UInt16 = 1
  public var namespace: Text = ""
  public var schemaLocation: Text = ""
  public var auxiliaryMIMETypes: Text = ""
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.text("namespace", &namespace)
    try f.text("schema_location", &schemaLocation)
    try f.text("auxiliary_mime_types", &auxiliaryMIMETypes)
    try f.boxes(&children)
  }
}

/// Timed metadata in XML.
public struct XMLMetaDataSampleEntry: BoxContainer {
  public static let type: FourCC = "metx"
  public static let specification = "ISO/IEC 14496-12 §12.3.3"

  public var dataReferenceIndex: UInt16 = 1
  public var contentEncoding: Text = ""
  public var namespace: Text = ""
  public var schemaLocation: Text = ""
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.text("content_encoding", &contentEncoding)
    try f.text("namespace", &namespace)
    try f.text("schema_location", &schemaLocation)
    try f.boxes(&children)
  }
}

/// Timed metadata (`mett`), text (`stxt`) or subtitles (`sbtt`) of a MIME type.
public struct TextSampleEntry: BoxContainer {
  public static let type: FourCC = "mett"
  public static let specification = "ISO/IEC 14496-12 §12.3.3"

  public var dataReferenceIndex: UInt16 = 1
  public var contentEncoding: Text = ""
  public var mimeFormat: Text = ""
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.text("content_encoding", &contentEncoding)
    try f.text("mime_format", &mimeFormat)
    try f.boxes(&children)
  }
}

/// Text with styles.
public struct TimedTextSampleEntry: BoxContainer {
  public static let type: FourCC = "tx3g"
  public static let specification = "3GPP TS 26.245 §5.16"

  public var dataReferenceIndex: UInt16 = 1
  public var displayFlags: UInt32 = 0
  public var horizontalJustification: Int8 = 0
  public var verticalJustification: Int8 = 0
  /// Red, green, blue, alpha.
  public var backgroundColor: UInt32 = 0
  /// Top, left, bottom, right.
  public var defaultTextBox: [UInt16] = [0, 0, 0, 0]
  public var defaultStyle = Style()
  public var children: [Box] = []

  /// The style of characters.
  public struct Style: FieldCodable {
    public var startChar: UInt16 = 0
    public var endChar: UInt16 = 0
    public var fontID: UInt16 = 1
    /// 1 bold, 2 italic, 4 underlined.
    public var faceStyleFlags: UInt8 = 0
    public var fontSize: UInt8 = 18
    public var textColor: UInt32 = 0xFFFF_FFFF

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.within("default_style") { (f) throws(FieldError) in
        try f.uint(16, "startChar", &startChar)
        try f.uint(16, "endChar", &endChar)
        try f.uint(16, "font_ID", &fontID)
        try f.uint(8, "face_style_flags", &faceStyleFlags, as: .hex)
        try f.uint(8, "font_size", &fontSize)
        try f.uint(32, "text_color_rgba", &textColor, as: .hex)
      }
    }
  }

  public init() {}

  /// Whether all texts are shown even if subtitles are off (QuickTime File Format, Subtitle Sample Data). The second bit
  /// says it of some texts.
  public var isForced: Bool {
    get { displayFlags >> 31 == 1 }
    set { displayFlags = displayFlags & 0x3FFF_FFFF | (newValue ? 0xC000_0000 : 0) }
  }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.uint(32, "displayFlags", &displayFlags, as: .hex)
    try f.int(8, "horizontal_justification", &horizontalJustification)
    try f.int(8, "vertical_justification", &verticalJustification)
    try f.uint(32, "background_color_rgba", &backgroundColor, as: .hex)
    try f.list(16, "default_text_box", &defaultTextBox, count: .exactly(4))
    try defaultStyle.fields(&f)
    try f.boxes(&children)
  }
}

/// The fonts of timed text.
public struct FontTableBox: BoxBody {
  public static let type: FourCC = "ftab"
  public static let specification = "3GPP TS 26.245 §5.16"

  public var fonts: [Font] = []

  /// A font with its number.
  public struct Font: FieldCodable {
    public var id: UInt16 = 1
    public var name = Text("", form: .plain)

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(16, "font_ID", &id)
      try f.text("font", &name, count: .bits(8, "font_name_length"))
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("font_entry", &fonts, count: .bits(16, "entry_count"))
  }
}

/// The MIME type of a stream, with the `codecs` parameter.
struct MIMEBox: BoxBody {
  static let type: FourCC = "mime"
  static let specification = "ISO/IEC 14496-12 §12.3.3"

  var header = FullBoxHeader()
  var contentType: Text = ""

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("content_type", &contentType)
  }
}

/// The text that precedes that of every sample of `mett`, `stxt` and `sbtt`.
struct TextConfigBox: BoxBody {
  static let type: FourCC = "txtC"
  static let specification = "ISO/IEC 14496-12 §12.3.3"

  var header = FullBoxHeader()
  var textConfig: Text = ""

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("text_config", &textConfig)
  }
}

/// The URI that names the form of the metadata of `urim`.
struct URIBox: BoxBody {
  static let type: FourCC = "uri "
  static let specification = "ISO/IEC 14496-12 §12.3.3"

  var header = FullBoxHeader()
  var uri: Text = ""

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.text("theURI", &uri)
  }
}

/// The initialisation data of the metadata of `urim`, before its samples.
struct URIInitBox: BoxBody {
  static let type: FourCC = "uriI"
  static let specification = "ISO/IEC 14496-12 §12.3.3"

  var header = FullBoxHeader()
  var initializationData = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.bytes("uri_initialization_data", &initializationData, count: .toEnd)
  }
}

/// Text of WebVTT: the head of the file (`vttC`), its label (`vlab`), and parts of the cues in samples.
public struct WebVTTTextBox: BoxBody {
  public static let type: FourCC = "vttC"
  public static let specification = "ISO/IEC 14496-30 §7.4"

  /// The text, in the syntax of WebVTT.
  public var text = Text("", form: .plain)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    let name: StaticString =
      switch f.scope.type {
      case "iden": "cue_id"
      case "ctim": "cue_current_time"
      case "sttg": "settings"
      case "payl": "cue_text"
      case "vtta": "cue_additional_text"
      default: "text"
      }
    try f.text(name, &text, count: .toEnd)
  }
}

/// The number of a cue that several samples show.
public struct CueSourceIDBox: BoxBody {
  public static let type: FourCC = "vsid"
  public static let specification = "ISO/IEC 14496-30"

  public var sourceID: Int32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(32, "source_ID", &sourceID)
  }
}
