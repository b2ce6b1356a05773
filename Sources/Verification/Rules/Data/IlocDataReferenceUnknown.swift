import HEIF
import ISOBMFF

enum IlocDataReferenceUnknown: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.3"
  static let sentence = "An item whose data is elsewhere names an entry of dref."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif, let place = file.metaBox("iloc") else { return }
    let entries = file.all(at: "meta", "dinf", "dref").first?.box.children.count ?? 0
    for item in heif.items {
      guard let index = item.location?.dataReferenceIndex, Int(index) > entries else { continue }
      findings.add(
        at: place, field: [file.locationField(of: item.id), "data_reference_index"],
        "the data of \(file.title(of: item.id)) is said to be in file \(index) of dref, which has "
          + "\(entries)")
    }
  }
}
