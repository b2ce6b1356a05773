import ISOBMFF
import Movie

enum LimitExceeded: Rule {
  static let severity = Severity.error
  static let clause = "Boxwalk's limits against hostile files"
  static let sentence = "A file has no more depth and no more list elements than real files need."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    Decoding.report(file, &findings) { isExceeded($0) }
    for place in file.all(at: "moov", "cmov", "cmvd") {
      guard let data = place.box[CompressedMovieDataBox.self] else { continue }
      if let excess = CompressedMovie.excess(of: data) {
        findings.add(at: place, field: ["uncompressed_size"], excess)
      }
      for error in file.compressedMovie?.file.findings ?? [] where isExceeded(error.reason) {
        findings.add(at: place, "the compressed movie is not read to its end: \(error)")
      }
    }
  }

  private static func isExceeded(_ reason: FieldError.Reason) -> Bool {
    if case .exceedsLimit = reason { true } else { false }
  }
}
