import HEIF
import ISOBMFF

enum DerivedWithoutInput: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.6"
  static let sentence = "A derived image refers to the images that it is made of."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif else { return }
    for item in heif.items where item.isDerived {
      if item.type == "iovl" || !heif.targets("dimg", from: item.id).isEmpty { continue }
      file.report(item, &findings, "is made of other images, but refers to none (dimg)")
    }
  }
}
