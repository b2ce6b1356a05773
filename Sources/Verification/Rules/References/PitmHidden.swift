import HEIF
import ISOBMFF

enum PitmHidden: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §6.4.2"
  static let sentence = "The primary item is not hidden."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let item = file.heif?.primaryItem, item.entry.isHidden, let place = file.metaBox("pitm")
    else {
      return
    }
    findings.add(
      at: place, "the primary item \(item.id) is marked as hidden: some programs will show nothing")
  }
}
