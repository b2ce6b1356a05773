import ISOBMFF

enum IlocItemTwice: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.3"
  static let sentence = "Each item has one location in iloc."
  static let concernsReading = true

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let place = file.metaBox("iloc"), let iloc = place.box[ItemLocationBox.self] else {
      return
    }
    var seen: Set<UInt32> = []
    for (index, item) in iloc.items.enumerated() where !seen.insert(item.id).inserted {
      findings.add(
        at: place, field: ["items[\(index)]"],
        "item \(item.id) has two locations; the last one is used")
    }
  }
}
