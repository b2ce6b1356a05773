import ISOBMFF

enum ItemListedTwice: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.6"
  static let sentence = "Each item has one entry in iinf."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    var seen: Set<UInt32> = []
    for place in file.all(at: "meta", "iinf", "infe") {
      guard let id = place.box[ItemInfoEntry.self]?.itemID, !seen.insert(id).inserted else {
        continue
      }
      findings.add(at: place, "item \(id) is listed twice; the first entry is used")
    }
  }
}
