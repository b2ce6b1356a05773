import HEIF
import ISOBMFF

enum TransformOrder: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23000-22 §7.3.6.7"
  static let sentence =
    "In a file of the Multi-Image Application Format, cropping comes before turning, and "
    + "turning before mirroring, each at most once."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.claimsMIAF else { return }
    let order: [FourCC] = ["clap", "irot", "imir"]
    for item in file.images {
      let found = item.properties.compactMap { property in
        order.firstIndex(of: property.box.type).map { (rank: $0, property: property) }
      }
      for (previous, next) in zip(found, found.dropFirst()) where next.rank <= previous.rank {
        file.report(
          next.property, of: item, &findings,
          "has '\(next.property.box.type)' after '\(previous.property.box.type)': programs may apply them "
            + "in another order and show the picture differently")
      }
    }
  }
}
