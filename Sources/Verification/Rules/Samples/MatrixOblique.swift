import ISOBMFF
import Movie

enum MatrixOblique: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §6.2.2"
  static let sentence = "Most programs turn pictures by right angles only."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables where track.track.handlerType == "vide" {
      guard let m = track.track.header?.matrix, !(m.b == 0 && m.c == 0), !(m.a == 0 && m.d == 0)
      else {
        continue
      }
      findings.add(
        at: track.header, field: ["matrix"],
        "the matrix of track \(track.id) turns pictures by no right angle, or slants them")
    }
  }
}
