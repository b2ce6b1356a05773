import HEIF
import ISOBMFF

enum IspeMissing: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.5.3"
  static let sentence = "Every image has its size in ispe."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for item in file.images where !item.properties.contains(where: { $0.box.type == "ispe" }) {
      file.report(item, &findings, "does not say how large it is (ispe): programs refuse it")
    }
  }
}
