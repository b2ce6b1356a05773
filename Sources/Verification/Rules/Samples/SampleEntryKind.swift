import ISOBMFF
import Movie

enum SampleEntryKind: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.5.2"
  static let sentence = "Sample entries are of the kind that the handler of the track says."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      for entry in track.entries {
        let isVisual = entry.box[VisualSampleEntry.self] != nil
        let isSound = entry.box[AudioSampleEntry.self] != nil
        let handler = track.track.handlerType
        guard (handler == "soun" && isVisual) || (handler == "vide" && isSound) else { continue }
        findings.add(
          at: entry,
          "track \(track.id) is of '\(handler)', but '\(entry.type)' is \(isSound ? "sound" : "video")"
        )
      }
    }
  }
}
