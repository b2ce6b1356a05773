import HEIF
import ISOBMFF

enum PitmUnknownItem: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.4"
  static let sentence = "The primary item is an item of the file, or a group of alternatives."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif, let id = heif.primaryItemID, let place = file.metaBox("pitm"),
      heif.item(id) == nil, !heif.groups.contains(where: { $0.id == id })
    else { return }
    findings.add(
      at: place,
      "the primary item \(id) does not exist: programs do not know which picture to show")
  }
}
