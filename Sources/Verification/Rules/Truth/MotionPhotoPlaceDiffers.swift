import MotionPhotos

enum MotionPhotoPlaceDiffers: Rule {
  static let severity = Severity.note
  static let clause = "Android Motion Photo format 1.0"
  static let sentence = "The stated offset of the movie in a motion photo leads to the movie."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let photo = file.motionPhoto else { return }
    for contradiction in photo.contradictions {
      findings.add(
        offset: file.bytes.fileOffset + photo.movieRange.lowerBound,
        "\(contradiction), and the movie is at byte \(photo.movieRange.lowerBound)")
    }
  }
}
