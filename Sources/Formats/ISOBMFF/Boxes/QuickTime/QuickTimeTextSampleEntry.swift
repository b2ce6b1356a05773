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
