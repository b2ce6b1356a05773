import ISOBMFF
import Movie

enum MovieHeaderMissing: Rule {
  static let id = "movie-header-missing"
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.2.2"
  static let sentence = "A movie has a header (mvhd), which says how its times are counted."
  static let concernsReading = true

  static func check(_ file: VerifiedFile, _ findings: inout Findings) {
    guard let movie = file.movie, movie.header == nil, let place = file.all(at: "moov").first else {
      return
    }
    findings.add(at: place, "the movie has no header (mvhd)")
  }
}
