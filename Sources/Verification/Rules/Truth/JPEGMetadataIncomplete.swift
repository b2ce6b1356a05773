import ISOBMFF
import StillMetadata

enum JPEGMetadataIncomplete: Rule {
  static let severity = Severity.warning
  static let clause = "ICC.1 §B.4, XMP part 3 §1.1.3.1"
  static let sentence =
    "All parts of a colour profile, and of XMP metadata in several segments, are there."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for sentence in file.jpeg?.segments.incompleteMetadata ?? [] {
      findings.add(offset: file.bytes.fileOffset, sentence)
    }
  }
}
