import ISOBMFF

enum ClapInvalid: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §12.1.4"
  static let sentence =
    "The clean aperture is made of fractions without a denominator of 0, and has a size."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.all("clap") {
      guard let clap = place.box[CleanApertureBox.self] else { continue }
      let denominators = [clap.widthD, clap.heightD, clap.horizOffD, clap.vertOffD]
      if denominators.contains(0) {
        findings.add(
          at: place, "the part of the picture to show is a fraction with the denominator 0")
      } else if clap.widthN == 0 || clap.heightN == 0 {
        findings.add(at: place, "the part of the picture to show is empty")
      }
    }
  }
}
