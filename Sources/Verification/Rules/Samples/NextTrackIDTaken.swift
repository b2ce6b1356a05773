import ISOBMFF
import Movie

enum NextTrackIDTaken: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §8.2.2"
  static let sentence = "The ID for the next track is larger than those of all tracks."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let header = file.movie?.header, let place = file.all(at: "moov", "mvhd").first,
      let largest = file.sampleTables.map(\.id).max(), header.nextTrackID <= largest
    else { return }
    findings.add(
      at: place, field: ["next_track_ID"],
      "the next track ID is \(header.nextTrackID), but there is a track \(largest): "
        + "a program that adds a track may use an ID twice")
  }
}
