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
