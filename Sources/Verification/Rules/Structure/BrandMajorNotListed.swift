import HEIF
import ISOBMFF

enum BrandMajorNotListed: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §4.3"
  static let sentence = "The major brand is among the compatible brands too."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    for place in file.all(at: "ftyp") {
      guard let type = place.box[FileTypeBox.self], file.heif != nil,
        !type.compatibleBrands.contains(type.majorBrand)
      else { continue }
      findings.add(
        at: place, field: ["compatible_brands"],
        "the major brand '\(type.majorBrand)' is not among the compatible brands, where some programs "
          + "look for it")
    }
  }
}
