import ISOBMFF
import Movie

enum TimescaleZero: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.2.2, §8.4.2, §8.16.3"
  static let sentence =
    "The timescale of a movie, track or index is the number of its time units in a second."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    if file.movie?.header?.timescale == 0, let place = file.all(at: "moov", "mvhd").first {
      findings.add(
        at: place, field: ["timescale"],
        "the movie has the timescale 0, so that its duration and edit lists mean nothing")
    }
    for place in file.all("sidx") where place.box[SegmentIndexBox.self]?.timescale == 0 {
      findings.add(
        at: place, field: ["timescale"],
        "the index of the fragments has the timescale 0, so that its times mean nothing")
    }
    for (track, place) in file.tracks where track.mediaHeader?.timescale == 0 {
      findings.add(
        at: place, "track \(track.id) has the timescale 0, so that its times mean nothing")
    }
  }
}
