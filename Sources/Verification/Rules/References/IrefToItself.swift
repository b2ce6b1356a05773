import ISOBMFF

enum IrefToItself: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.12"
  static let sentence = "An item does not refer to itself."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for (place, reference) in file.references
    where reference.toItemIDs.contains(reference.fromItemID) && place.type != "iloc" {
      findings.add(
        at: place, "\(file.title(of: reference.fromItemID)) refers to itself as '\(place.type)'")
    }
  }
}
