import ISOBMFF

enum ItemIDZero: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.11.6"
  static let sentence = "The number of an item is not 0."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.all(at: "meta", "iinf", "infe")
    where place.box[ItemInfoEntry.self]?.itemID == 0 {
      findings.add(at: place, "an item has the number 0, which no item may have")
    }
  }
}
