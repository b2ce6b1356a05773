import ISOBMFF

enum TrefToItself: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.3.3"
  static let sentence = "No track refers to itself."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    // A stream of MPEG-4 systems with its own clock refers to itself with 'sync'.
    for (track, reference) in file.trackReferences
    where reference.place.type != "sync" && reference.ids.contains(track.id) {
      findings.add(at: reference.place, "track \(track.id) refers to itself")
    }
  }
}
