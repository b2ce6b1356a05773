import ISOBMFF

enum TrunOutsideMdat: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.8.8"
  static let sentence = "The samples of fragments are in media data."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    let others = ExaminedRanges(
      file.topBoxes.filter { !["mdat", "imda", "idat"].contains($0.type) })
    for track in file.trackFragments {
      for run in track.runs where run.bytes > 0 {
        guard let box = others.overlapping(UInt64(clamping: run.start), UInt64(clamping: run.end))
        else { continue }
        findings.add(
          at: run.place,
          "samples of track \(track.trackID) are said to be at bytes \(run.start) to \(run.end), but "
            + "these are in \(box.path)")
      }
    }
  }
}
