import ISOBMFF
import Movie
import StillMetadata

enum MotionPhotoMovieDamaged: Rule {
  static let severity = Severity.error
  static let clause = "Android Motion Photo format 1.0"
  static let sentence = "The movie after the picture of a motion photo is whole."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    // Other bytes may follow the movie; the movie itself must be complete.
    for error in file.jpeg?.motion?.findings ?? []
    where ["moov", "mdat"].contains(error.path.first) {
      findings.add(
        offset: error.offset,
        "in the movie after the picture, \(error.path.joined(separator: "/")): \(error.reason)")
    }
  }
}
