import ISOBMFF

/// A box of a file of SampleMedia, as `boxwalk inspect` shows it.
public struct BoxExample: Equatable, Sendable {
  /// The type of the box, as it is written.
  public let code: String
  /// The type of the box around it; empty at the top of the file.
  public let container: String
  /// The file in SampleMedia.
  public let file: String
  /// The way to the box.
  public let path: String
  /// The first lines of its output.
  public let text: String

  init(_ code: String, _ container: String, _ file: String, _ path: String, _ text: String) {
    (self.code, self.container, self.file) = (code, container, file)
    (self.path, self.text) = (path, text)
  }

  /// Whether it is one of these: codes mean something else in some boxes.
  func isOf(_ entry: Catalogue.Entry) -> Bool {
    guard "\(entry.code)" == code else { return false }
    return switch container {
    case "tref": entry.kind == .trackReference
    case "iref": entry.kind == .itemReference
    case "ilst": entry.kind == .metadata
    case "udta": entry.kind == .userData
    case "stsd": entry.kind == .sampleEntry
    default: [.box, .itemProperty, .dataReference, .entityGroup, .trackGroup].contains(entry.kind)
    }
  }
}
