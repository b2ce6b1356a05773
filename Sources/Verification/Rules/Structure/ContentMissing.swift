import FileKind
import HEIF
import ISOBMFF
import Movie

enum ContentMissing: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.2.1, §8.11.1"
  static let sentence = "A file has items (meta), a movie (moov), or the fragments of one."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.kind == .boxes, file.heif == nil, file.movie == nil else { return }
    let types = Set(file.boxes.boxes.map(\.type))
    guard types.isDisjoint(with: ["moof", "sidx", "mini"]) else { return }
    if types.contains("JXL ") {
      guard types.isDisjoint(with: ["jxlc", "jxlp"]) else { return }
      findings.add(
        offset: file.end, "the file has no codestream (jxlc, jxlp); it may have been cut off")
    } else if types.contains("jP  ") {
      guard !types.contains("jp2c") else { return }
      findings.add(
        offset: file.end, "the file has no codestream (jp2c); it may have been cut off")
    } else {
      findings.add(
        offset: file.end,
        types.contains("meta")
          ? "the meta box has no items that can be read"
          : "the file has neither a meta box nor a moov box; it may have been cut off")
    }
  }
}
