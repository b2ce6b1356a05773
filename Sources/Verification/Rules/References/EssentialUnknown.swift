import HEIF
import ISOBMFF

enum EssentialUnknown: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §9.3.1"
  static let sentence = "An essential property is one that readers know."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for item in file.images {
      for property in item.properties where property.isEssential {
        guard property.box.definition() == nil else { continue }
        file.report(
          property, of: item, &findings,
          "has the essential property '\(property.box.type)', which is not known: programs must not show "
            + "the picture")
      }
    }
  }
}
