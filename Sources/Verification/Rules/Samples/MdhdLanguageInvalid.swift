import ISOBMFF
import Movie

enum MdhdLanguageInvalid: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §8.4.2"
  static let sentence = "The language of a track has three letters."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      guard let language = track.track.mediaHeader?.language else { continue }
      let letters = [language >> 10 & 31, language >> 5 & 31, language & 31]
      if language < 0x8000, letters.allSatisfy({ (1...26).contains($0) }) { continue }
      if language < 0x400 || language == 0x7FFF, file.has(RuleQuirk.macintoshLanguages) { continue }
      findings.add(
        at: track.mediaHeader, field: ["language"],
        "the language of track \(track.id) is the number \(language), which is not a language code")
    }
  }
}
