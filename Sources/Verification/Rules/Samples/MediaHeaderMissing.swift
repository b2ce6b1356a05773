import ISOBMFF
import Movie

enum MediaHeaderMissing: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.4.5"
  static let sentence = "Video has a video media header, and sound a sound media header."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let place = track.information, let needed = headers[track.track.handlerType],
        !file.children(of: place).contains(where: { $0.type == needed })
      else { continue }
      findings.add(
        at: place,
        "track \(track.id) of '\(track.track.handlerType)' has no '\(needed)', which some programs need "
          + "to recognise it")
    }
  }

  private static let headers: [FourCC: FourCC] = ["vide": "vmhd", "auxv": "vmhd", "soun": "smhd"]
}
