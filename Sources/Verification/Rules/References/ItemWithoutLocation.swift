import HEIF
import ISOBMFF

enum ItemWithoutLocation: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.3"
  static let sentence = "An item whose type has data has a location with data."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif, file.metaBox("iloc")?.box[ItemLocationBox.self] != nil
    else { return }
    for item in heif.items where !dataless.contains(item.type) {
      guard let location = item.location else {
        file.report(item, &findings, "has no location (iloc), so that it has no data")
        continue
      }
      if location.extents.isEmpty, location.dataReferenceIndex == 0, item.isImage {
        file.report(item, &findings, "has a location without extents, so that it has no data")
      }
    }
  }

  /// Types whose items consist only of references and properties.
  private static let dataless: Set<FourCC> = ["iden", "tmap", "mime", "uri ", "sato"]
}
