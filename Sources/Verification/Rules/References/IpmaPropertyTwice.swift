import ISOBMFF

enum IpmaPropertyTwice: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §9.3.1"
  static let sentence = "An item has a property only once."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for association in file.associations {
      var seen: Set<UInt16> = [0]
      for each in association.entry.associations where each.propertyIndex > 0 {
        guard !seen.insert(each.propertyIndex).inserted else { continue }
        findings.add(
          at: association.place, field: ["entries[\(association.index)]"],
          "\(file.title(of: association.entry.itemID)) has property \(each.propertyIndex) twice: "
            + "programs may apply it twice")
      }
    }
  }
}
