import ISOBMFF

enum IpmaItemTwice: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §9.3.1"
  static let sentence = "Each item has one entry in ipma."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    var seen: Set<UInt32> = []
    for association in file.associations where !seen.insert(association.entry.itemID).inserted {
      findings.add(
        at: association.place, field: ["entries[\(association.index)]"],
        "\(file.title(of: association.entry.itemID)) has two lists of properties; programs may see only "
          + "one of them")
    }
  }
}
