import HEIF
import ISOBMFF

enum PropertyAfterTransform: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 23008-12 §6.5.1"
  static let sentence = "Descriptive properties come before transformations."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for item in file.images {
      guard let first = item.properties.firstIndex(where: { transforms.contains($0.box.type) })
      else {
        continue
      }
      for property in item.properties[first...]
      where ["ispe", "pixi", "colr", "auxC"].contains(property.box.type) {
        file.report(
          property, of: item, &findings,
          "has '\(property.box.type)' after a transformation, where programs may ignore it")
      }
    }
  }

  static let transforms: Set<FourCC> = ["clap", "irot", "imir"]
}
