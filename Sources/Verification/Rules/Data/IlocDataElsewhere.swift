import HEIF
import ISOBMFF

enum IlocDataElsewhere: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.7.2"
  static let sentence = "The data of an item is in the file itself."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif, let place = file.metaBox("iloc") else { return }
    let entries = file.all(at: "meta", "dinf", "dref").first?.box.children ?? []
    for item in heif.items {
      guard let index = item.location?.dataReferenceIndex, index > 0, Int(index) <= entries.count,
        let url = entries[Int(index) - 1][DataEntryUrlBox.self], url.header.flags & 1 == 0
      else { continue }
      findings.add(
        at: place, field: [file.locationField(of: item.id), "data_reference_index"],
        "the data of \(file.title(of: item.id)) is in another file, '\(url.location?.string ?? "")'"
      )
    }
  }
}
