/// Untimed metadata; in a HEIF file, the items.
///
/// In ISO files it is a `FullBox`; QuickTime writes it without version and flags. The content shows the form, because a
/// `hdlr` box comes first. Brands do not show it, because some writers mix forms.
public struct MetaBox: BoxContainer {
  public static let type: FourCC = "meta"
  public static let specification = "ISO/IEC 14496-12 §8.11.1"

  /// The version and flags; nil in the flavour of QuickTime.
  public var header: FullBoxHeader? = FullBoxHeader()
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    if f.isDecoding { header = f.startsWithHandler ? nil : FullBoxHeader() }
    if var full = header {
      try f.fullBox(&full)
      header = full
    }
    try f.boxes(&children)
  }
}

extension FieldCoder {
  /// Whether a `hdlr` box, or any other box, starts here, without version and flags.
  fileprivate var startsWithHandler: Bool {
    guard let type = rest.part(4..<8) else { return false }
    return type.elementsEqual("hdlr".utf8)
  }
}
