import ISOBMFF
import MotionPhotos

enum TrailingBytes: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §4.2"
  static let sentence = "A file is a sequence of boxes, with nothing after the last one."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.boxes.damage.isEmpty, file.boxes.lostFragments == nil else { return }
    for part in TrailingData(file.boxes).parts {
      let size = counted(part.range.count, "byte follows", "bytes follow")
      findings.add(
        offset: part.bytes.fileOffset, "\(size) the last box: \(part.kind.title)")
    }
  }
}
