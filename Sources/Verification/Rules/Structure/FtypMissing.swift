import HEIF
import ISOBMFF

enum FtypMissing: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §4.3"
  static let sentence = "The ftyp box of a file says which specifications it follows."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.heif != nil, file.all(at: "ftyp").isEmpty else { return }
    findings.add(
      offset: file.bytes.fileOffset,
      "there is no ftyp box: programs that look for one will not accept this file as a picture")
  }
}
