import HEIF
import ISOBMFF

enum PixiMissing: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23000-22 §7.3.6.6"
  static let sentence =
    "In a file of the Multi-Image Application Format, every image that is shown says how "
    + "many bits its channels have (pixi)."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard file.claimsMIAF, let heif = file.heif else { return }
    for item in file.images where !item.entry.isHidden && heif.sources("dimg", to: item.id).isEmpty
    {
      if item.properties.contains(where: { $0.box.type == "pixi" }) { continue }
      if !heif.targets("thmb", from: item.id).isEmpty
        || !heif.targets("auxl", from: item.id).isEmpty
      {
        continue
      }
      file.report(
        item, &findings,
        "does not say how many bits its channels have (pixi): some programs refuse it")
    }
  }
}
