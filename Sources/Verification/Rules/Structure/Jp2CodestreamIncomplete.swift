import ISOBMFF

enum Jp2CodestreamIncomplete: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 15444-1 §A.2"
  static let sentence = "A JPEG 2000 codestream starts with SOC and SIZ, and ends with EOC."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard FileTruncated.cutBox(of: file) == nil else { return }
    for place in file.all(at: "jp2c") {
      guard let stream = place.box.sourcePayload else { continue }
      if !stream.prefix(4).elementsEqual([0xFF, 0x4F, 0xFF, 0x51]) {
        findings.add(at: place, "the codestream does not start with SOC and SIZ")
      } else if !stream.suffix(2).elementsEqual([0xFF, 0xD9]) {
        findings.add(
          at: place, offset: place.end,
          "the codestream has no end (EOC): the picture is cut off or damaged")
      }
    }
  }
}
