import ISOBMFF
import Movie
import RegisteredCodes

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
        // A file without a handler breaks another rule.
        if isVisual || isSound, CodeRegistry.handlers[handler] == nil,
          file.first(in: track.place, "mdia", "hdlr") != nil
        {
          findings.add(
            at: entry,
            "track \(track.id) is of '\(handler)', which is unknown, so that players pass over it; '\(entry.type)' is \(isSound ? "sound" : "video")"
          )
        }
        guard (handler == "soun" && isVisual) || (handler == "vide" && isSound) else { continue }
        findings.add(
          at: entry,
          "track \(track.id) is of '\(handler)', but '\(entry.type)' is \(isSound ? "sound" : "video")"
        )
      }
    }
  }
}
