import HEIF
import ISOBMFF

enum IovlOffsetCount: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.6.2.2"
  static let sentence = "An overlay states a place for each of its inputs."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for (item, overlay) in file.readableOverlays {
      let count = file.heif?.targets("dimg", from: item.id).count ?? 0
      guard count != overlay.offsets.count else { continue }
      file.report(
        item, &findings,
        "is made of \(counted(count, "image")), but states the places of \(overlay.offsets.count)")
    }
  }
}
