import ISOBMFF
import Movie

enum StillImageTimeMissing: Rule {
  static let severity = Severity.note
  static let clause = "Live Photo: com.apple.quicktime.still-image-time"
  static let sentence = "The movie of a Live Photo says at which time the photo was taken."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let moov = file.all(at: "moov").first, let movie = file.movie,
      movie.metadata.contains(where: { $0.key == "com.apple.quicktime.content.identifier" }),
      !movie.tracks.contains(where: {
        $0.metadataKeys.contains("com.apple.quicktime.still-image-time")
      })
    else { return }
    findings.add(
      at: moov,
      "the movie has the content identifier of a Live Photo, but no track that says when the photo was "
        + "taken: Photos may not pair the two")
  }
}
