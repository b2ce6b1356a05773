import ISOBMFF

enum ColrIccInvalid: Rule {
  static let severity = Severity.warning
  static let clause = "ISO 15076-1 §7.2"
  static let sentence = "An ICC profile says its own size, and has its signature."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.all("colr") {
      guard let colour = place.box[ColourInformationBox.self], colour.hasProfile else { continue }
      let profile = colour.iccProfile
      let size = profile.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      if profile.count < 132 {
        findings.add(
          at: place, field: ["ICC_profile"],
          "the colour profile has only \(counted(profile.count, "byte")); programs will ignore it")
      } else if profile.part(36..<40)?.elementsEqual("acsp".utf8) != true {
        findings.add(
          at: place, field: ["ICC_profile"],
          "the colour profile does not have the signature acsp; programs will ignore it")
      } else if size > profile.count {
        findings.add(
          at: place, field: ["ICC_profile"],
          "the colour profile says that it has \(counted(size, "byte")), but only "
            + counted(profile.count, "is there", "are there"))
      }
    }
  }
}
