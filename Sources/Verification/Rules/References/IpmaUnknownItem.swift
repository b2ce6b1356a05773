import ISOBMFF

enum IpmaUnknownItem: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §9.3.1"
  static let sentence = "Properties belong to items of the file, or to groups."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for association in file.associations where !file.exists(association.entry.itemID) {
      findings.add(
        at: association.place, field: ["entries[\(association.index)]"],
        "properties are given to item \(association.entry.itemID), which does not exist")
    }
  }
}
