import ISOBMFF
import Movie

enum DrefIndexUnknown: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.5.2"
  static let sentence =
    "A sample entry names an entry of dref, which says in which file the samples are."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = file.first(in: track.place, "mdia", "minf", "dinf", "dref") else {
        continue
      }
      let count = file.children(of: place).count
      for entry in track.entries {
        guard let index = entry.box.dataReferenceIndex, index < 1 || Int(index) > count else {
          continue
        }
        findings.add(
          at: entry, field: ["data_reference_index"],
          "track \(track.id) has its samples in data reference \(index) of \(count)")
      }
    }
  }
}
