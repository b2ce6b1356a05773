import ISOBMFF

enum BoxTail: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §4.2"
  static let sentence = "A box ends where its last field ends."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.walk where !place.box.trailing.isEmpty {
      let tail = place.box.trailing
      if tail.count == 4, tail.allSatisfy({ $0 == 0 }), file.has(RuleQuirk.zerosAtTheEnd) {
        continue
      }
      findings.add(
        at: place, offset: tail.fileOffset,
        "\(counted(tail.count, "byte follows", "bytes follow")) the last specified field of \(place.type)"
      )
    }
  }
}
