/// Chapters, as Nero writes them.
public struct ChapterListBox: BoxBody {
  public static let type: FourCC = "chpl"
  public static let specification = "Nero chapters"

  public var header = FullBoxHeader(version: 1)
  /// A reserved field of version 1.
  public var reserved: UInt32 = 0
  public var chapters: [Chapter] = []

  /// The start and the title of a chapter.
  public struct Chapter: FieldCodable {
    /// The start in units of 100 nanoseconds.
    public var start: UInt64 = 0
    public var title = Text("", form: .plain)

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(64, "start", &start)
      try f.text("title", &title, count: .bits(8, "title_length"))
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    if header.version == 1 { try f.uint(32, "reserved", &reserved) }
    try f.list("chapters", &chapters, count: .bits(8, "chapter_count"))
  }
}
