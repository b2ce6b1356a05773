import HEIF
import ISOBMFF

enum ContentTypeMissing: Rule {
  static let id = "mime-type-missing"
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.11.6"
  static let sentence = "An item of the type mime says which MIME type it has."

  static func check(_ file: VerifiedFile, _ findings: inout Findings) {
    for item in file.heif?.items ?? [] where item.type == "mime" && item.entry.contentType.isEmpty {
      file.report(item, &findings, "has no MIME type, so that nobody knows what it is")
    }
  }
}
