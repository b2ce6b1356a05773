import ISOBMFF

enum CmafScheme: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23000-19 §8"
  static let sentence = "A CMAF track is encrypted by the scheme cenc or cbcs."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.claimsCMAF else { return }
    for place in file.all("schm") {
      guard let scheme = place.box[SchemeTypeBox.self]?.schemeType, scheme != "cenc",
        scheme != "cbcs"
      else { continue }
      findings.add(at: place, "the scheme is '\(scheme)', which players of CMAF do not decrypt")
    }
  }
}
