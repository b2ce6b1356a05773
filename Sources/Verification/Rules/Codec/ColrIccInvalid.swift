import ISOBMFF
import StillMetadata

enum ColrIccInvalid: Rule {
  static let severity = Severity.warning
  static let clause = "ISO 15076-1 §7.2"
  static let sentence = "An ICC profile says its own size, and has its signature."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.all("colr") {
      guard let colour = place.box[ColourInformationBox.self], colour.hasProfile else { continue }
      guard let problem = ICCProfile.problem(of: colour.iccProfile) else { continue }
      findings.add(
        at: place, field: ["ICC_profile"], "the colour profile \(problem); programs will ignore it")
    }
  }
}
