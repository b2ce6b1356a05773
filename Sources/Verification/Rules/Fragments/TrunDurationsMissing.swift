import ISOBMFF

enum TrunDurationsMissing: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.8.8"
  static let sentence = "The duration of every sample of a fragment is given."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.movie != nil else { return }
    for track in file.trackFragments where (track.sampleDuration ?? 0) == 0 {
      for run in track.runs
      where run.box.samples.count > 1 && !run.box.hasColumn("sample_duration") {
        findings.add(
          at: run.place,
          "no duration is given for \(counted(run.box.samples.count, "sample")) of track \(track.trackID), neither "
            + "here nor in 'tfhd' or 'trex'")
      }
    }
  }
}
