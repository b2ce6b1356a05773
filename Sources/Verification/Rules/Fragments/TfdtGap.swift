import ISOBMFF

enum TfdtGap: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §8.8.12"
  static let sentence = "A fragment starts at the time at which the one before it ends."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for fragment in ExaminedFragmentPair.all(in: file)
    where fragment.start >= fragment.previousStart && fragment.start != fragment.previousEnd {
      findings.add(
        at: fragment.place, field: ["baseMediaDecodeTime"],
        "a fragment of track \(fragment.trackID) starts at \(fragment.start), but the one before it "
          + "ends at \(fragment.previousEnd)")
    }
  }
}
