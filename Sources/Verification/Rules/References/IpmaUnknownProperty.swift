import ISOBMFF

enum IpmaUnknownProperty: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §9.3.1"
  static let sentence = "The properties of an item are in ipco."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let ipco = file.all(at: "meta", "iprp", "ipco").first else { return }
    let count = ipco.box.children.count
    for association in file.associations {
      for each in association.entry.associations where Int(each.propertyIndex) > count {
        findings.add(
          at: association.place, field: ["entries[\(association.index)]"],
          "\(file.title(of: association.entry.itemID)) has property \(each.propertyIndex), but there are "
            + "only \(count)")
      }
    }
  }
}
