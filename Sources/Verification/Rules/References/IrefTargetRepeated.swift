import ISOBMFF

enum IrefTargetRepeated: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.11.12"
  static let sentence =
    "An item refers to another only once in the same way, except for the inputs of a derived image."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for (place, reference) in file.references where place.type != "dimg" && place.type != "iloc" {
      guard Set(reference.toItemIDs).count < reference.toItemIDs.count else { continue }
      findings.add(
        at: place,
        "\(file.title(of: reference.fromItemID)) refers to the same item twice as '\(place.type)'")
    }
  }
}
