import FileKind

enum FileUnreadable: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §4.2"
  static let sentence = "A photo or movie starts with a box, or is a JPEG file."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    if !file.kind.isOtherMedia, let refusal = file.kind.refusal(of: file.bytes) {
      findings.add(offset: file.bytes.fileOffset, "the file \(refusal)")
    }
  }
}
