import ISOBMFF
import Movie

enum SamplesExceedFile: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.7"
  static let sentence = "The samples of all tracks have at most four times the bytes of the file."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let excess = file.movie?.excess else { return }
    guard let place = file.tracks.first(where: { $0.track.id == excess.trackID })?.place else {
      return
    }
    findings.add(at: place, "\(excess): they are not read")
  }
}
