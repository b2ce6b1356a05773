import ISOBMFF

enum ColrTypeUnknown: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §12.1.5"
  static let sentence = "The type of colr is nclx, prof or rICC, or in QuickTime nclc."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.all("colr") {
      guard let type = place.box[ColourInformationBox.self]?.colourType,
        !["nclx", "nclc", "prof", "rICC"].contains(type)
      else { continue }
      findings.add(
        at: place, field: ["colour_type"],
        "the colours are described as '\(type)', which is unknown")
    }
  }
}
