import HEIF
import ISOBMFF

enum ColrKindTwice: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §6.5.5"
  static let sentence =
    "An image has at most one colr with code points, and one with a profile."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for item in file.images {
      for hasProfile in [false, true] {
        let found = item.properties.filter {
          $0.box[ColourInformationBox.self].map { $0.hasProfile == hasProfile } ?? false
        }
        guard Set(found.compactMap { $0.box.source?.fileOffset }).count > 1 else { continue }
        file.report(
          found[1], of: item, &findings,
          "has two descriptions of its colours of the same kind (colr): programs may use either")
      }
    }
  }
}
