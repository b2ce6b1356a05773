import ISOBMFF
import Movie

enum TrefKind: Rule {
  static let severity = Severity.warning
  static let clause = "QuickTime File Format: Track reference atoms"
  static let sentence =
    "References to time codes, chapters and descriptions are between tracks of these kinds."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for (track, reference) in file.trackReferences {
      for other in reference.ids.compactMap({ file.sampleTablesByID[$0] }) {
        let handler = other.track.handlerType
        guard let expected = targets[reference.place.type], !expected.contains(handler) else {
          continue
        }
        findings.add(
          at: reference.place,
          "track \(track.id) refers to track \(other.id) with '\(reference.place.type)', but that is a "
            + "track of '\(handler)'")
      }
    }
  }

  /// The kinds of tracks to which a reference of each type can lead.
  private static let targets: [FourCC: Set<FourCC>] = [
    "tmcd": ["tmcd"],
    "chap": ["text", "sbtl", "subt", "vide", "pict", "meta", "tx3g"],
    "vdep": ["vide", "auxv", "pict"], "vplx": ["vide", "auxv", "pict"],
    "auxl": ["vide", "auxv", "pict"], "thmb": ["vide", "pict"],
    "fall": ["soun"], "folw": ["soun", "subt", "sbtl", "text", "clcp"],
  ]
}
