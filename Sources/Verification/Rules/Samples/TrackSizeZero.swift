import ISOBMFF
import Movie

enum TrackSizeZero: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.3.2"
  static let sentence = "A track of pictures has a width and a height."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables where track.track.handlerType == "vide" {
      guard let header = track.track.header, header.width == 0 || header.height == 0 else {
        continue
      }
      findings.add(
        at: track.header, field: ["width"],
        "track \(track.id) has to be shown \(header.width >> 16) pixels wide and \(header.height >> 16) "
          + "high: some programs show nothing")
    }
  }
}
