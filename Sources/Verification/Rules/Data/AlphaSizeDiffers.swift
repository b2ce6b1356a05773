import HEIF
import ISOBMFF

enum AlphaSizeDiffers: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23000-22 §7.3.5.2"
  static let sentence = "An alpha image has the size of the picture that it goes with."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif else { return }
    for item in file.images {
      guard let urn = item.property(AuxiliaryTypeProperty.self)?.auxType.string,
        AuxiliaryKind(urn: urn) == .alpha, let size = item.statedSize
      else { continue }
      for id in heif.targets("auxl", from: item.id) {
        guard let master = heif.item(id)?.statedSize, master != size else { continue }
        file.report(
          item, &findings,
          "is \(size.width) × \(size.height), but \(file.title(of: id)) is \(master.width) × "
            + "\(master.height): programs may refuse it")
      }
    }
  }
}
