import ISOBMFF

enum CmafTracks: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23000-19 §7.3"
  static let sentence = "A file that claims to be a CMAF track has one track."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.claimsCMAF, file.tracks.count != 1, let movie = file.all(at: "moov").first else {
      return
    }
    findings.add(
      at: movie,
      "the file claims to be a CMAF track, but has \(counted(file.tracks.count, "track"))")
  }
}
