import ISOBMFF
import Movie

enum Cmf2Times: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23000-19 §7.5.13, §7.5.17, §7.7.3"
  static let sentence =
    "A track with the brand cmf2 has no edit list for pictures, and composition offsets with signs."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.brands.contains("cmf2") else { return }
    for tables in file.sampleTables where tables.track.handlerType == "vide" {
      if let list = tables.editList {
        findings.add(at: list, "the brand is cmf2, but pictures have an edit list")
      }
    }
    for track in file.trackFragments {
      for run in track.runs
      where run.box.header.version == 0 && run.box.hasColumn("sample_composition_time_offset") {
        findings.add(
          at: run.place, "the brand is cmf2, but composition offsets are those of version 0")
      }
    }
  }
}
