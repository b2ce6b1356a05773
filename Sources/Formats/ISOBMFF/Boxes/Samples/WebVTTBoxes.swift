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
