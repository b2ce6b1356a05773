import MotionPhotos

enum MotionPhotoMovieMissing: Rule {
  static let severity = Severity.warning
  static let clause = "Android Motion Photo format 1.0"
  static let sentence = "A photo that says that it contains a movie contains one."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let reason = file.missingMovie else { return }
    findings.add(offset: file.bytes.fileOffset, "the photo \(reason)")
  }
}
