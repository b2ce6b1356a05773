import HEIF
import ISOBMFF

enum AuxcUnreferenced: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §6.5.8"
  static let sentence = "An image with auxC refers to the image that it goes with."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif else { return }
    for item in file.images where heif.targets("auxl", from: item.id).isEmpty {
      guard let property = item.properties.first(where: { $0.box.type == "auxC" }) else { continue }
      // The tiles of an auxiliary grid may have the grid's type.
      if heif.sources("dimg", to: item.id).contains(where: { $0.type == "grid" }) { continue }
      file.report(
        property, of: item, &findings,
        "has the type of an auxiliary image (auxC), but goes with no picture (auxl)")
    }
  }
}
