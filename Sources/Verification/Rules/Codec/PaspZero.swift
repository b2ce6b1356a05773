import ISOBMFF

enum PaspZero: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §12.1.4"
  static let sentence = "The sides of a pixel are not 0."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.all("pasp") {
      guard let aspect = place.box[PixelAspectRatioBox.self],
        aspect.hSpacing == 0 || aspect.vSpacing == 0
      else { continue }
      findings.add(
        at: place, "pixels are said to be \(aspect.hSpacing) : \(aspect.vSpacing) wide and high")
    }
  }
}
