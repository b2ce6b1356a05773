import HEIF
import ISOBMFF

enum AuxcUnknown: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 23008-12 §6.5.8"
  static let sentence = "The URN of an auxiliary image is known."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.all(at: "meta", "iprp", "ipco", "auxC") {
      guard let urn = place.box[AuxiliaryTypeProperty.self]?.auxType.string,
        case .other = AuxiliaryKind(urn: urn)
      else { continue }
      findings.add(
        at: place, field: ["aux_type"],
        "'\(urn)' is not a kind of auxiliary image that Boxwalk knows")
    }
  }
}
