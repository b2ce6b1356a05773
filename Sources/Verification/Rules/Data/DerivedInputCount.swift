import HEIF
import ISOBMFF

enum DerivedInputCount: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.6.2.1, ISO 21496-1"
  static let sentence = "An identity derivation has one input, and a tone-mapped image two."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif else { return }
    for (type, needed) in [("iden", 1), ("tmap", 2)] as [(FourCC, Int)] {
      for item in heif.items where item.type == type {
        let count = heif.targets("dimg", from: item.id).count
        guard count > 0, count != needed else { continue }
        file.report(
          item, &findings,
          "is made of \(counted(count, "image")), where its type '\(type)' has \(needed)")
      }
    }
  }
}
