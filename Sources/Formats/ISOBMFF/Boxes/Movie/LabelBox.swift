/// A name of a track or of a group of tracks for users.
public struct LabelBox: BoxBody {
  public static let type: FourCC = "labl"
  public static let specification = "ISO/IEC 14496-12 §8.10.5"

  public var header = FullBoxHeader()
  /// The number that the labels of one subject in several languages have in common.
  public var id: UInt16 = 0
  /// The language, by the rules of BCP 47.
  public var language: Text = ""
  public var label: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, flags: [.bits(0x1, "label of a group")])
    try f.uint(16, "label_id", &id)
    try f.text("language", &language)
    try f.text("label", &label)
  }
}
