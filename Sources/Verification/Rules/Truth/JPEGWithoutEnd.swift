import StillMetadata

enum JPEGWithoutEnd: Rule {
  static let severity = Severity.error
  static let clause = "ITU-T T.81 §B.2.1"
  static let sentence = "A JPEG picture ends with the marker EOI."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let segments = file.jpeg?.segments, segments.finding == nil, !segments.endsWithEOI else {
      return
    }
    findings.add(
      offset: file.end, "the picture has no end (EOI); it may have been cut off")
  }
}
