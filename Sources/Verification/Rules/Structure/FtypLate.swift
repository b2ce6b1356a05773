import ISOBMFF

enum FtypLate: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §4.3"
  static let sentence = "Only a signature may come before ftyp."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let place = file.all(at: "ftyp").first else { return }
    let before = file.walk.filter { $0.container == nil && $0.offset < place.offset }
    guard let first = before.first(where: { !signatures.contains($0.type) }) else { return }
    findings.add(
      at: place,
      "ftyp comes after \(first.type), but programs look for it at the start of the file")
  }

  private static let signatures: Set<FourCC> = ["jP  ", "JXL ", "JVT ", "styp"]
}
