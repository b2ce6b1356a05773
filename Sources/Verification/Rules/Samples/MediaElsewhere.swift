import ISOBMFF
import Movie

enum MediaElsewhere: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §8.7.2"
  static let sentence = "The samples of a self-contained movie are in its file."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = file.first(in: track.place, "mdia", "minf", "dinf", "dref") else {
        continue
      }
      for entry in file.children(of: place) where entry.box.isElsewhere {
        findings.add(
          at: entry,
          "track \(track.id) has samples in another file"
            + (entry.box.fileName.map { ": \($0)" } ?? ", which is not named"))
      }
    }
  }
}
