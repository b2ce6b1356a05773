import ISOBMFF
import Movie

enum CmafSamplesInTables: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23000-19 §7.3"
  static let sentence = "All samples of a CMAF track are in fragments."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.claimsCMAF else { return }
    for tables in file.sampleTables where tables.track.tableSampleCount > 0 {
      findings.add(
        at: tables.place,
        "the file claims to be a CMAF track, but \(counted(tables.track.tableSampleCount, "sample")) of track \(tables.id) \(tables.track.tableSampleCount == 1 ? "is" : "are") in tables"
      )
    }
  }
}
