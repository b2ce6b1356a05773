/// Untimed metadata; in a HEIF file, the items themselves.
///
/// In ISO files it is a `FullBox`; QuickTime writes it without version and flags. The content
/// tells which: a `hdlr` box comes first (writers mix brands and flavours, so brands do not).
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
  /// Whether a `hdlr` box, or any other box, starts right here, without version and flags.
  fileprivate var startsWithHandler: Bool {
    guard let type = rest.part(4..<8) else { return false }
    return type.elementsEqual("hdlr".utf8)
  }
}
