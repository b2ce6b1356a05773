import ISOBMFF

enum CmafChunkLayout: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23000-19 §7.3"
  static let sentence = "A CMAF chunk is one moof with one traf, followed by an mdat."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.claimsCMAF else { return }
    let top = file.topBoxes
    for (index, place) in top.enumerated() where place.type == "moof" {
      let count = file.children(of: place).count { $0.type == "traf" }
      if count != 1 {
        findings.add(at: place, "the chunk has \(counted(count, "traf", "traf")) instead of one")
      }
      guard index + 1 < top.count, top[index + 1].type == "mdat" else {
        findings.add(at: place, "no mdat follows the moof of the chunk")
        continue
      }
    }
  }
}
