import HEIF
import ISOBMFF

enum MetadataUnattached: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 23008-12 §A.2.1, §A.3"
  static let sentence = "Exif and XMP refer to the image that they describe."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif, !file.images.isEmpty else { return }
    for item in heif.items {
      let isXMP = item.type == "mime" && item.entry.contentType.string == "application/rdf+xml"
      guard item.type == "Exif" || isXMP, heif.targets("cdsc", from: item.id).isEmpty else {
        continue
      }
      file.report(
        item, &findings, "refers to no picture (cdsc): programs may not find it")
    }
  }
}
