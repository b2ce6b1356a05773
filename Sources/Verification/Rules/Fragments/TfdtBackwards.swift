import ISOBMFF

enum TfdtBackwards: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.8.12"
  static let sentence = "Fragments of a track follow each other in time."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for fragment in ExaminedFragmentPair.all(in: file)
    where fragment.start < fragment.previousStart {
      findings.add(
        at: fragment.place, field: ["baseMediaDecodeTime"],
        "a fragment of track \(fragment.trackID) starts at \(fragment.start), before the previous one, "
          + "which starts at \(fragment.previousStart)")
    }
  }
}
