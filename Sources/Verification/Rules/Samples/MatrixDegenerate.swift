import ISOBMFF
import Movie

enum MatrixDegenerate: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §6.2.2"
  static let sentence = "The matrix of a track places pictures on a surface."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables where track.track.handlerType == "vide" {
      let matrix = track.track.matrix
      guard Int64(matrix.a) * Int64(matrix.d) == Int64(matrix.b) * Int64(matrix.c) else { continue }
      findings.add(
        at: track.header, field: ["matrix"],
        "the matrix of track \(track.id) turns every picture into a line or a point")
    }
  }
}
