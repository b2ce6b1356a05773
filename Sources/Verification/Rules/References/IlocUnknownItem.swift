import HEIF
import ISOBMFF

enum IlocUnknownItem: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.11.3"
  static let sentence = "Each location is that of an item that iinf lists."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif, let place = file.metaBox("iloc"),
      let iloc = place.box[ItemLocationBox.self]
    else { return }
    for (index, item) in iloc.items.enumerated() where heif.item(item.id) == nil {
      findings.add(
        at: place, field: ["items[\(index)]"],
        "there is a location for item \(item.id), which is not listed: its data cannot be used")
    }
  }
}
