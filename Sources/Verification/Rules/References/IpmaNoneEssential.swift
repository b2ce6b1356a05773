import ISOBMFF

enum IpmaNoneEssential: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 23008-12 §9.3.1"
  static let sentence = "An association with no property (index 0) is not marked as essential."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for association in file.associations
    where association.entry.associations.contains(where: { $0.propertyIndex == 0 && $0.isEssential }
    ) {
      findings.add(
        at: association.place, field: ["entries[\(association.index)]"],
        "\(file.title(of: association.entry.itemID)) has an essential property with the index 0, which is none"
      )
    }
  }
}
