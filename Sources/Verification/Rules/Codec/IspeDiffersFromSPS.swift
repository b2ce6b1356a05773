import HEIF
import HEVC
import ISOBMFF

enum IspeDiffersFromSPS: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §6.5.3, §B.2"
  static let sentence = "The size in ispe is that of the decoded picture."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for use in file.hevcUses where use.record.nalUnits(.sequenceParameterSet).count == 1 {
      guard let size = use.sequences.first?.displaySize else { continue }
      for item in use.items where item.type == "hvc1" || item.type == "hev1" {
        guard let stated = item.statedSize,
          stated.width != size.width || stated.height != size.height,
          let property = item.properties.first(where: { $0.box.type == "ispe" })
        else { continue }
        file.report(
          property, of: item, &findings,
          "is said to be \(stated.width) × \(stated.height), but is coded as \(size.width) × "
            + "\(size.height)")
      }
    }
  }
}
