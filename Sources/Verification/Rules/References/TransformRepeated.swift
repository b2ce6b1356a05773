import HEIF
import ISOBMFF

enum TransformRepeated: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §6.5"
  static let sentence = "An image is turned, mirrored and cropped at most once each."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard !file.claimsMIAF else { return }
    for item in file.images {
      for type in ["clap", "irot", "imir"] as [FourCC] {
        let found = item.properties.filter { $0.box.type == type }
        guard found.count > 1 else { continue }
        file.report(
          found[1], of: item, &findings,
          "has '\(type)' \(found.count) times: programs may apply only one of them")
      }
    }
  }
}
