import ISOBMFF

enum CmafPlaces: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23000-19 §7.5.17"
  static let sentence = "A CMAF chunk states the offsets of its samples, counted from its moof."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.claimsCMAF else { return }
    for track in file.trackFragments {
      if track.header.baseDataOffset != nil || track.header.header.flags & 0x2_0000 == 0 {
        findings.add(
          at: track.headerPlace,
          "offsets of the chunk do not count from its moof: the chunk cannot be moved")
      }
      for run in track.runs.prefix(1) where run.box.header.flags & 0x1 == 0 {
        findings.add(at: run.place, "the chunk does not state where its samples are (data_offset)")
      }
    }
  }
}
