import HEIF
import ISOBMFF

enum EssentialMissing: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §6.5, AV1 Image File Format §2.2.1"
  static let sentence = "Transformations and decoder configurations are marked as essential."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for item in file.images {
      for property in item.properties where !property.isEssential {
        guard essential.contains(property.box.type) else { continue }
        file.report(
          property, of: item, &findings,
          "has '\(property.box.type)', which is not marked as essential: programs that do not know it "
            + "would show the picture wrongly")
      }
    }
  }

  private static let essential: Set<FourCC> = [
    "clap", "irot", "imir", "iscl", "lsel", "a1op", "hvcC", "av1C", "avcC", "vvcC", "lhvC", "evcC",
    "uncC", "cmpd",
  ]
}
