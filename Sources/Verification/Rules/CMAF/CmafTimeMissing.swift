import ISOBMFF

enum CmafTimeMissing: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23000-19 §7.5, ISO/IEC 14496-12 §8.8.12"
  static let sentence = "A CMAF chunk says when it starts (tfdt)."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.claimsCMAF else { return }
    for track in file.trackFragments where track.decodeTime == nil {
      findings.add(at: track.place, "the chunk has no tfdt: players do not know when it starts")
    }
  }
}
