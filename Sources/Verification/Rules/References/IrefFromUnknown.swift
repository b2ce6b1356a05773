import ISOBMFF

enum IrefFromUnknown: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.12"
  static let sentence = "A reference starts at an item of the file."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for (place, reference) in file.references where !file.exists(reference.fromItemID) {
      findings.add(
        at: place, field: ["from_item_ID"],
        "a reference of the type '\(place.type)' starts at item \(reference.fromItemID), which does not "
          + "exist")
    }
  }
}
