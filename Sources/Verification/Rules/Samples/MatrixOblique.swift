import ISOBMFF
import Movie

enum MatrixOblique: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §6.2.2"
  static let sentence = "Most programs rotate pictures only by right angles."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables where track.track.handlerType == "vide" {
      let m = track.track.matrix
      guard !(m.b == 0 && m.c == 0), !(m.a == 0 && m.d == 0) else { continue }
      findings.add(
        at: track.header, field: ["matrix"],
        "the matrix of track \(track.id) rotates pictures by an angle that is not a right angle, or slants them"
      )
    }
  }
}
