import HEIF
import ISOBMFF

extension BoxFile {
  /// The extension of names that files of this kind have.
  var usualExtension: String {
    guard let type = boxes.first(FileTypeBox.self) else { return "mov" }
    switch type.majorBrand {
    case "avif", "avis": return "avif"
    case "crx ": return "cr3"
    case "qt  ": return "mov"
    case "M4A ", "M4B ": return "m4a"
    case "3gp4", "3gp5", "3gp6", "3gp7": return "3gp"
    default:
      guard let item = HEIFFile(expanding: self)?.primaryItem else {
        return "mp4"
      }
      return Codec(itemType: item.type) == .av1 ? "avif" : "heic"
    }
  }
}
