import HEIF
import ISOBMFF

enum MimeTypeMissing: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.11.6"
  static let sentence = "An item of the type mime says which MIME type it has."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for item in file.heif?.items ?? [] where item.type == "mime" && item.entry.contentType.isEmpty {
      file.report(item, &findings, "has no MIME type, so that its kind is unknown")
    }
  }
}
