import ISOBMFF

enum TrailingBytes: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §4.2"
  static let sentence = "A file is a sequence of boxes, with nothing after the last one."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    let rest = file.boxes.trailing
    guard !rest.isEmpty, file.boxes.damage.isEmpty else { return }
    findings.add(
      offset: rest.fileOffset,
      counted(
        rest.count, "byte follows the last box, and is not a box",
        "bytes follow the last box, and are not a box"))
  }
}
