import ISOBMFF

enum CmafPlaces: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23000-19 §7.5.17"
  static let sentence = "Places of samples of a CMAF chunk are stated, and count from its moof."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.claimsCMAF else { return }
    for track in file.trackFragments {
      if track.header.baseDataOffset != nil || track.header.header.flags & 0x2_0000 == 0 {
        findings.add(
          at: track.headerPlace,
          "places of the chunk do not count from its moof: it cannot be moved")
      }
      for run in track.runs.prefix(1) where run.box.header.flags & 0x1 == 0 {
        findings.add(at: run.place, "nothing says where the samples of the chunk are (data_offset)")
      }
    }
  }
}
