/// How a time code is drawn.
public struct TimecodeMediaInfoBox: BoxBody {
  public static let type: FourCC = "tcmi"
  public static let specification = "QuickTime File Format: Timecode media information atom"

  public var header = FullBoxHeader()
  public var textFont: UInt16 = 0
  /// 1 bold, 2 italic, 4 underlined, ...
  public var textFace: UInt16 = 0
  public var textSize: UInt16 = 12
  /// Red, green, blue.
  public var textColor: [UInt16] = [0, 0, 0]
  public var backgroundColor: [UInt16] = [0xFFFF, 0xFFFF, 0xFFFF]
  public var fontName = Text("", form: .counted)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "text_font", &textFont)
    try f.uint(16, "text_face", &textFace, as: .hex)
    try f.uint(16, "text_size", &textSize)
    try f.reserved(16)
    try f.list(16, "text_color", &textColor, count: .exactly(3))
    try f.list(16, "background_color", &backgroundColor, count: .exactly(3))
    try f.pascalOrTerminatedText("font_name", &fontName)
  }
}

/// Samples that are time codes.
public struct TimecodeSampleEntry: BoxContainer {
  public static let type: FourCC = "tmcd"
  public static let specification = "QuickTime File Format: Timecode sample description"

  public var dataReferenceIndex: UInt16 = 1
  /// 1 drop frame, 2 wraps after 24 hours, 4 negative times, 8 counter.
  public var timecodeFlags: UInt32 = 0
  /// Units per second.
  public var timescale: UInt32 = 600
  public var frameDuration: UInt32 = 20
  /// Frames per second, or per tick of the counter.
  public var numberOfFrames: UInt8 = 30
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.reserved(32)
    try f.uint(32, "flags", &timecodeFlags, as: .hex)
    try f.uint(32, "timescale", &timescale)
    try f.uint(32, "frame_duration", &frameDuration)
    try f.uint(8, "number_of_frames", &numberOfFrames)
    try f.reserved(8)
    try f.boxes(&children)
  }
}

/// The drawing mode and the balance of media without a header of their own.
public struct BaseMediaInfoBox: BoxBody {
  public static let type: FourCC = "gmin"
  public static let specification = "QuickTime File Format: Base media info atoms"

  public var header = FullBoxHeader()
  public var graphicsMode: UInt16 = 0x40
  public var opcolor: [UInt16] = [0x8000, 0x8000, 0x8000]
  public var balance: Int16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "graphicsmode", &graphicsMode, as: .hex)
    try f.list(16, "opcolor", &opcolor, count: .exactly(3))
    try f.int(16, "balance", &balance, as: .fixed(fraction: 8))
    try f.reserved(16)
  }
}

/// How text media are positioned.
public struct TextMediaInfoBox: BoxBody {
  public static let type: FourCC = "text"
  public static let specification = "QuickTime File Format: Text media"

  public var matrix = TransformationMatrix()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try matrix.fields(&f)
  }
}

/// QuickTime's text with its style.
public struct QuickTimeTextSampleEntry: BoxContainer {
  public static let type: FourCC = "text"
  public static let specification = "QuickTime File Format: Text sample description"

  public var dataReferenceIndex: UInt16 = 1
  public var displayFlags: UInt32 = 0
  public var textJustification: Int32 = 0
  public var backgroundColor: [UInt16] = [0, 0, 0]
  /// Top, left, bottom, right.
  public var defaultTextBox: [UInt16] = [0, 0, 0, 0]
  public var fontNumber: UInt16 = 0
  public var fontFace: UInt16 = 0
  public var foregroundColor: [UInt16] = [0, 0, 0]
  public var fontName = Text("", form: .plain)
  /// Whether the name of the font is stated: in chapters of Apple's programs, the entry ends before it.
  public var hasFontName = true
  /// The entry of some writers that use the syntax of `tx3g` with this type.
  public var timedText: TimedTextSampleEntry?
  private var extensions: [Box] = []

  public var children: [Box] {
    get { timedText?.children ?? extensions }
    set { if timedText == nil { extensions = newValue } else { timedText?.children = newValue } }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    if f.isDecoding { timedText = f.startsTimedText ? TimedTextSampleEntry() : nil }
    guard timedText == nil else {
      try timedText?.fields(&f)
      return
    }
    try f.sampleEntry(&dataReferenceIndex)
    try f.uint(32, "display_flags", &displayFlags, as: .hex)
    try f.int(32, "text_justification", &textJustification)
    try f.list(16, "background_color", &backgroundColor, count: .exactly(3))
    try f.list(16, "default_text_box", &defaultTextBox, count: .exactly(4))
    try f.reserved(64)
    try f.uint(16, "font_number", &fontNumber)
    try f.uint(16, "font_face", &fontFace, as: .hex)
    try f.reserved(8)
    try f.reserved(16)
    try f.list(16, "foreground_color", &foregroundColor, count: .exactly(3))
    if f.isDecoding { hasFontName = !f.isAtEnd }
    guard hasFontName else { return }
    try f.text("font_name", &fontName, count: .bits(8, "font_name_length"))
    try f.boxes(&extensions)
  }
}

extension FieldCoder {
  /// Whether a table of fonts follows as in a `tx3g` sample entry.
  fileprivate var startsTimedText: Bool {
    rest.part(42..<46)?.elementsEqual("ftab".utf8) ?? false
  }
}
