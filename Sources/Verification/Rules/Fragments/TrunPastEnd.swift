import ISOBMFF

enum TrunPastEnd: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.8.8"
  static let sentence = "The samples of fragments are within the file."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.trackFragments {
      for run in track.runs where run.bytes > 0 && (run.start < 0 || run.end > Int64(file.end)) {
        findings.add(
          at: run.place,
          "\(counted(run.box.samples.count, "sample")) of track \(track.trackID) should be at bytes \(run.start) "
            + "to \(run.end), but the file has bytes 0 to \(file.end)")
      }
    }
  }
}
