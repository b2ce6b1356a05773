import ISOBMFF

enum MovieAfterMedia: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §6.2.3"
  static let sentence = "A movie that plays while it loads has its tables before its media."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard !file.isFragmented, let moov = file.all(at: "moov").first,
      let media = file.all(at: "mdat").first(where: { $0.bytes.count > 16 }),
      media.offset < moov.offset
    else { return }
    findings.add(
      at: moov,
      "the tables of the movie are after \(grouped(moov.offset - media.offset)) bytes of media: over a network, "
        + "it starts late")
  }
}
