import HEIF
import ISOBMFF

enum PitmNotImage: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.2"
  static let sentence = "The primary item is an image."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let item = file.heif?.primaryItem, metadata.contains(item.type), !file.images.isEmpty,
      let place = file.metaBox("pitm")
    else { return }
    findings.add(
      at: place, "the primary item \(item.id) is of the type '\(item.type)', which is not a picture"
    )
  }

  private static let metadata: Set<FourCC> = ["Exif", "mime", "uri ", "rgan", "it35"]
}
