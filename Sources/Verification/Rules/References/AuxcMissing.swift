import HEIF
import ISOBMFF

enum AuxcMissing: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.5.8"
  static let sentence = "An auxiliary image says in auxC what it is for."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif else { return }
    for item in file.images where !heif.targets("auxl", from: item.id).isEmpty {
      if !item.properties.contains(where: { $0.box.type == "auxC" }) {
        file.report(item, &findings, "is an auxiliary image, but does not say of which kind (auxC)")
      }
    }
  }
}
