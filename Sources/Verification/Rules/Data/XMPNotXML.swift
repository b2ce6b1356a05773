import HEIF
import ISOBMFF
import StillMetadata

enum XMPNotXML: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §A.3"
  static let sentence = "An XMP item is XML."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif else { return }
    for item in heif.xmpItems {
      guard let data = try? heif.data(of: item.id) else { continue }
      let start = data.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
      if start == UInt8(ascii: "<") { continue }
      let isFromJPEG = data.starts(with: JPEGSegments.xmpIdentifier)
      file.report(
        item, &findings,
        isFromJPEG
          ? "starts with the name that XMP has in JPEG files: some programs cannot read it"
          : "does not start like XML: its metadata cannot be read")
    }
  }
}
