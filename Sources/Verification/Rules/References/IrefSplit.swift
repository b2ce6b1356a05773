import ISOBMFF

enum IrefSplit: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.11.12"
  static let sentence = "All references of one type from one item are in one box."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    var seen: Set<[UInt32]> = []
    for (place, reference) in file.references
    where !seen.insert([place.type.rawValue, reference.fromItemID]).inserted {
      findings.add(
        at: place,
        "there are two lists of references of the type '\(place.type)' from item "
          + "\(reference.fromItemID); programs may see only one of them")
    }
  }
}
