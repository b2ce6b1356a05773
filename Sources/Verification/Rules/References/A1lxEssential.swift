import HEIF
import ISOBMFF

enum A1lxEssential: Rule {
  static let severity = Severity.warning
  static let clause = "AV1 Image File Format §2.3.2.3"
  static let sentence = "The sizes of layers (a1lx) are a hint, and not marked as essential."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for item in file.images {
      for property in item.properties where property.isEssential && property.box.type == "a1lx" {
        file.report(
          property, of: item, &findings,
          "has 'a1lx' marked as essential: programs that do not know it will not show the picture")
      }
    }
  }
}
