import ISOBMFF

enum MetaHandlerNotFirst: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23000-22 §7.2.1.5"
  static let sentence =
    "In a file of the Multi-Image Application Format, hdlr is the first box in meta."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.claimsMIAF, let meta = file.meta, let place = file.metaBox("hdlr"),
      let first = file.children(of: meta).first, first.type != "hdlr"
    else { return }
    findings.add(
      at: place, "hdlr comes after \(first.type) in meta: some programs refuse such a file")
  }
}
