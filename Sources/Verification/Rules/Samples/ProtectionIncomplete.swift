import ISOBMFF

enum ProtectionIncomplete: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.12, ISO/IEC 23001-7 §4.2"
  static let sentence = "An encrypted track says what it is and how to decrypt it."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for track in file.sampleTables {
      for entry in track.entries
      where ["encv", "enca", "enct", "encs", "encm"].contains(entry.type) {
        guard let missing = missing(in: entry.box) else { continue }
        findings.add(
          at: entry, "the encrypted track \(track.id) has no '\(missing)': it cannot be decrypted")
      }
    }
  }

  /// The first missing box.
  private static func missing(in entry: Box) -> FourCC? {
    let protection = entry.children.at("sinf")
    if protection.isEmpty { return "sinf" }
    guard protection.first("frma") != nil else { return "frma" }
    guard let scheme = protection.first("schm") else { return "schm" }
    let common: Set<FourCC> = ["cenc", "cbc1", "cens", "cbcs"]
    guard let type = scheme[SchemeTypeBox.self]?.schemeType, common.contains(type),
      protection.at("schi").first("tenc") == nil
    else { return nil }
    return "tenc"
  }
}
