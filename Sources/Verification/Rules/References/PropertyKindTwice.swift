import HEIF
import ISOBMFF

enum PropertyKindTwice: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 23008-12 §6.5"
  static let sentence =
    "An image has one size, one decoder configuration and one description of its channels."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for item in file.images {
      for type in single {
        let found = item.properties.filter { $0.box.type == type }
        guard found.count > 1, Set(found.compactMap { $0.box.source?.fileOffset }).count > 1 else {
          continue
        }
        file.report(
          found[1], of: item, &findings,
          "has \(found.count) properties '\(type)': programs may use either")
      }
    }
  }

  private static let single: [FourCC] = [
    "ispe", "pixi", "auxC", "hvcC", "avcC", "av1C", "vvcC", "lhvC", "uncC",
  ]
}
