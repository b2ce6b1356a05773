import HEIF
import ISOBMFF

enum GroupIDTaken: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.18.3"
  static let sentence = "No other group and no item has the number of a group."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif, let grpl = file.metaBox("grpl") else { return }
    var seen: Set<UInt32> = []
    for place in file.children(of: grpl) {
      guard let id = place.box[EntityToGroupBox.self]?.groupID else { continue }
      if !seen.insert(id).inserted {
        findings.add(at: place, field: ["group_id"], "two groups have the number \(id)")
      } else if heif.item(id) != nil {
        findings.add(at: place, field: ["group_id"], "the group and an item have the number \(id)")
      }
    }
  }
}
