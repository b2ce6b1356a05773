import HEIF
import ISOBMFF

enum IlocExtentWithoutLength: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.11.3"
  static let sentence = "Only an item with a single extent may leave its length open."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif, let place = file.metaBox("iloc") else { return }
    for item in heif.items {
      guard let location = item.location, location.constructionMethod < 2 else { continue }
      guard let index = location.extents.firstIndex(where: { $0.length == 0 }) else { continue }
      findings.add(
        at: place, field: [file.locationField(of: item.id), "extents[\(index)]"],
        "an extent of \(file.title(of: item.id)) has the length 0, which means all bytes up to the end of "
          + (location.constructionMethod == 0 ? "the file" : "idat"))
    }
  }
}
