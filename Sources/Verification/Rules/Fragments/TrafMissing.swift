import ISOBMFF

enum TrafMissing: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §8.8.6"
  static let sentence = "A fragment has samples of at least one track."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.topBoxes
    where place.box.type == "moof" && place.box.children.first("traf") == nil {
      findings.add(at: place, "the fragment has no track: nothing after it is played")
    }
  }
}
