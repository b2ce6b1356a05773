import FileKind
import StillMetadata

enum FileNotChecked: Rule {
  static let severity = Severity.warning
  static let clause = "Boxwalk checks boxes, and JPEG and PNG files"
  static let sentence = "A photo or movie has a format that is checked."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    if file.kind.isOtherMedia, !file.bytes.starts(with: PNGChunks.signature),
      let refusal = file.kind.refusal(of: file.bytes)
    {
      findings.add(offset: file.bytes.fileOffset, "the file was not checked: it \(refusal)")
    }
  }
}
