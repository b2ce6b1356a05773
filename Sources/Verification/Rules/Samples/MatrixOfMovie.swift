import ISOBMFF
import Movie

enum MatrixOfMovie: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §8.2.2"
  static let sentence = "Many programs ignore the matrix of the movie header."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let place = file.all(at: "moov", "mvhd").first,
      let matrix = place.box[MovieHeaderBox.self]?.matrix,
      matrix.w == 0x4000_0000,
      (matrix.a, matrix.b, matrix.c, matrix.d) != (0x1_0000, 0, 0, 0x1_0000),
      file.sampleTables.contains(where: { $0.track.handlerType == "vide" })
    else { return }
    let change = matrix.rotation == 0 ? "scales" : "rotates, mirrors or slants"
    findings.add(
      at: place, field: ["matrix"],
      "the movie header has a matrix that \(change) all tracks, which some programs ignore")
  }
}
