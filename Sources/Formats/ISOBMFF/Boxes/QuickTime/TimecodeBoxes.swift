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
