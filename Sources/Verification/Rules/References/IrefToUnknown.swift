import ISOBMFF

enum IrefToUnknown: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.12"
  static let sentence = "A reference leads to items of the file, or to groups."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for (place, reference) in file.references {
      for (index, id) in reference.toItemIDs.enumerated() where !file.exists(id) {
        findings.add(
          at: place, field: ["to_item_ID[\(index)]"],
          "\(file.title(of: reference.fromItemID)) refers to item \(id) as '\(place.type)', but there is "
            + "no such item")
      }
    }
  }
}
