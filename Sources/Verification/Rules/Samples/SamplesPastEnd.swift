import ISOBMFF
import Movie

enum SamplesPastEnd: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.7.5"
  static let sentence = "The samples of a track are within the file."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for (track, place) in file.tracks where track.samples.location == .file(0) {
      let start = track.lastChunkOffset ?? 0
      let bytes = track.byteCount ?? 0
      let sentence =
        start >= file.end
        ? "samples from byte \(start) on"
        : bytes > file.end ? "\(counted(bytes, "byte")) of samples" : nil
      guard let sentence else { continue }
      findings.add(
        at: place,
        "track \(track.id) has \(sentence), but the file ends at byte \(file.end)")
    }
  }
}
