import ISOBMFF
import Movie

enum ElstRate: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.6.6"
  static let sentence = "The rate of an edit is 1, or 0 to hold one picture."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard !file.has(RuleQuirk.editRates) else { return }
    for track in file.sampleTables {
      guard let place = track.editList, let edits = track.edits else { continue }
      edits.forEachRow { index, row in
        guard row[3] != 0 || (row[2] != 1 && row[2] != 0) else { return }
        let rate = Double(row[2]) + Double(UInt16(truncatingIfNeeded: row[3])) / 65536
        findings.add(
          at: place, field: ["entries[\(index)]", "media_rate_integer"],
          "an edit of track \(track.id) has the rate \(rate), which programs ignore")
      }
    }
  }
}
