import ISOBMFF

enum MvexMissing: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.8.1"
  static let sentence = "A movie that has fragments says so in moov, with mvex."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let moof = file.all("moof").first, let moov = file.all(at: "moov").first,
      file.all(at: "moov", "mvex").isEmpty
    else { return }
    findings.add(
      at: moov,
      "the movie has fragments from byte \(moof.offset) on, but no 'mvex': programs do not look for "
        + "them")
  }
}
