import HEIF
import ISOBMFF

enum ItemProtectionMissing: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.11.5"
  static let sentence = "An item that is protected names an entry of ipro that says how."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif else { return }
    let entries = file.metaBox("ipro").map { file.children(of: $0).count } ?? 0
    for item in heif.items where Int(item.entry.protectionIndex) > entries {
      file.report(
        item, &findings,
        "is said to be protected by the method \(item.entry.protectionIndex), but only \(entries) are "
          + "described (ipro)")
    }
  }
}
