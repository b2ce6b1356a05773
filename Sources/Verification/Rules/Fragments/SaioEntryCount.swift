import ISOBMFF
import Movie

enum SaioEntryCount: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.7.9"
  static let sentence =
    "Sample auxiliary information is in one piece, or in one piece for each chunk or run."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      for place in track.tables where place.type == "saio" {
        check(place, track.chunkTable.offsets.count, "chunk", &findings)
      }
    }
    for track in file.trackFragments {
      for place in file.children(of: track.place) where place.type == "saio" {
        check(place, track.runs.count, "run", &findings)
      }
    }
  }

  private static func check(
    _ place: ExaminedBox, _ pieces: Int, _ name: String, _ findings: inout Findings
  ) {
    guard let count = place.box[SampleAuxiliaryInformationOffsetsBox.self]?.offsets.count,
      count != 1, count != pieces
    else { return }
    findings.add(
      at: place, field: ["entry_count"],
      "sample auxiliary information has \(counted(count, "offset")), but there \(pieces == 1 ? "is" : "are") \(counted(pieces, name))"
    )
  }
}
